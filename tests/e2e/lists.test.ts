/** A list of thousands is loaded page by page; several of its entries are selected and deleted at once. */
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { problemsOf } from './screen-problems.ts';
import { signedIn } from './signed-in.ts';
import { inWorld, type World } from './world.ts';

const MANY = 10_000;

describe('the list of requests', () => {
  let world: World;
  let page: Page;

  inWorld(async (opened) => {
    world = opened;
    page = await signedIn(world);
    await world.product.query(
      `insert into transactions (id, owner_id, name, status, created_at, updated_at)
       select lpad(to_hex(number), 24, '0'), (select id from users limit 1), 'Request ' || number, 'draft', now() - number * interval '1 minute', now() - number * interval '1 minute'
       from generate_series(1, ${MANY}) as number`,
    );
    // Rows that come one by one are counted by the database in passing; so many at once are not yet.
    await world.product.query('analyze transactions');
  });

  const rows = () => page.getByRole('list', { name: 'Requests' }).getByRole('listitem');
  const titles = () => rows().getByRole('link').allInnerTexts();
  const left = async () => (await world.product.query<{ count: number }>('select count(*)::int as count from transactions where deleted_at is null'))[0]?.count;
  const scrollTo = (share: number) => page.getByRole('main').evaluate((main, part) => main.scrollTo(0, main.scrollHeight * part), share);

  const scrolledBy = () => page.getByRole('main').evaluate((main) => main.scrollTop);

  /** Queries of the lists that the page asks for. */
  const watchRequests = (path = '/transactions'): string[] => {
    const seen: string[] = [];
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url());
      if (request.method() === 'GET' && pathname === path && request.resourceType() !== 'document') seen.push(search);
    });
    return seen;
  };
  const status = (text: string | RegExp) => page.getByRole('status').filter({ hasText: text }).waitFor({ state: 'attached' });

  test('loads a page at a time: the server searches, filters and sorts', async () => {
    await page.goto(`${world.product.url}/transactions`);
    await status(`${MANY} items`);
    const requests = watchRequests();
    await page.getByRole('button', { name: /Newest first/ }).click();
    await page.getByRole('option', { name: 'Title, Z to A' }).click();
    await expect.poll(async () => (await titles())[0]).toBe('Request 10000');
    expect(requests).toEqual(['?sort=name']);
    expect(await rows().count()).toBeLessThan(60);
    expect(await rows().first().getAttribute('aria-setsize')).toBe(String(MANY));

    // Scrolling loads the next pages, one request each.
    await scrollTo(1);
    await page.getByRole('link', { name: 'Request 9950', exact: true }).waitFor();
    await expect.poll(() => requests.length).toBe(2);
    expect(requests[1]).toMatch(/^\?sort=name&exclusiveFrom=[0-9a-f]{24}\.[\w-]+$/);
    await scrollTo(1);
    await page.getByRole('link', { name: 'Request 9900', exact: true }).waitFor();
    await expect.poll(() => requests.length).toBe(3);

    // A search keeps the focus, marks what it found, from the top, and tells how much that is. That typing is one search is for
    // `use-search-text.test.tsx`: how quick the keys come here is the machine's.
    requests.length = 0;
    expect(await scrolledBy()).toBeGreaterThan(5000);
    const field = page.getByRole('searchbox', { name: 'Search titles and people' });
    await field.focus();
    await field.fill('777');
    await status('19 items');
    expect(requests).toEqual(['?search=777&sort=name']);
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
    await expect.poll(() => rows().first().locator('mark').innerText()).toBe('777');
    expect(await scrolledBy()).toBe(0);

    // A frequent word has more rows than a page; how many is unknown.
    await field.fill('request');
    await status('More than 50 items');
    expect(await rows().first().getAttribute('aria-setsize')).toBe('-1');
    await field.fill('');
    await page.getByRole('link', { name: /^Completed/ }).click();
    await page.getByRole('heading', { name: 'Nothing here right now' }).waitFor();
    expect(requests.filter((each) => each.includes('filter=completed'))).toHaveLength(1);
  });

  test('stays readable while it waits for the answer to a search', async () => {
    await page.goto(`${world.product.url}/transactions`);
    await rows().first().waitFor();
    let answer = (): void => undefined;
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route(/\/transactions\?search=/, async (route) => {
      await held;
      await route.continue();
    });
    await page.getByRole('searchbox', { name: 'Search titles and people' }).fill('777');
    await page.locator('[aria-busy=true]').getByRole('list', { name: 'Requests' }).waitFor();
    await status('Loading');
    expect(await problemsOf(page, 'requests that are searched')).toEqual([]);
    answer();
    await status('19 items');
    await page.unroute(/\/transactions\?search=/);
    await page.emulateMedia({ colorScheme: null, reducedMotion: null });
  });

  test('loads the library page by page, and the server searches it', async () => {
    await world.product.query(
      `insert into templates (id, owner_id, name, public, message)
       select lpad(to_hex(number), 24, '0'), (select id from users limit 1), 'Form ' || number, true, '{"title": "", "text": ""}' from generate_series(1, 120) as number`,
    );
    const requests = watchRequests('/templates');
    const forms = page.getByRole('list', { name: 'Library' }).getByRole('listitem');
    await page.goto(`${world.product.url}/library/template`);
    await status('More than 50 items');
    expect(requests).toEqual(['?sort=name&order=ascent&library=true']);
    await scrollTo(1);
    await expect.poll(() => forms.count()).toBe(100);
    await scrollTo(1);
    await status('120 items');
    expect(await forms.last().innerText()).toContain('Form 120');
    expect(requests).toHaveLength(3);

    const field = page.getByRole('searchbox', { name: 'Search the library' });
    await field.fill('form 11');
    await status('11 items');
    expect(await scrolledBy()).toBe(0);
    expect(requests.slice(3)).toEqual(['?search=form+11&sort=name&order=ascent&library=true']);
    await field.fill('nowhere');
    await page.getByText('No matches for “nowhere”.').waitFor();
    await field.fill('');
    await status('120 items');
  });

  test('scrolls its rows beneath the search and the filters', async () => {
    await page.goto(`${world.product.url}/transactions?sort=name&order=ascent`);
    await page.getByRole('link', { name: 'Request 1', exact: true }).waitFor();
    const above = await page.getByRole('searchbox', { name: 'Search titles and people' }).evaluate((search) => {
      const seen: string[] = [];
      for (let offset = 200; offset < 400; offset += 10) {
        search.closest('main')?.scrollTo(0, offset);
        const { top, bottom } = search.getBoundingClientRect();
        for (let x = 0; x < innerWidth; x += 4) {
          const hit = document.elementFromPoint(x, (top + bottom) / 2);
          if (hit?.closest('[data-row]')) seen.push(`${hit.tagName} at ${x} after ${offset}`);
        }
      }
      return seen;
    });
    expect(above).toEqual([]);
  });

  test('can be navigated by keyboard beyond the rows rendered first', async () => {
    await page.goto(`${world.product.url}/transactions?sort=name&order=ascent`);
    await page.getByRole('link', { name: 'Request 1', exact: true }).focus();
    const passed = new Set<string>();
    for (let step = 0; step < 160; step++) {
      await page.keyboard.press('Tab');
      passed.add(await page.evaluate(() => document.activeElement?.closest('[data-row]')?.getAttribute('aria-posinset') ?? 'outside'));
    }
    expect([...passed]).toEqual(Array.from({ length: passed.size }, (_, index) => String(index + 1)));
    expect(passed.size).toBeGreaterThan(35);
  });

  test('deletes a range of requests at once', async () => {
    await page.goto(`${world.product.url}/transactions?search=Request+999`);
    await page.getByRole('status').filter({ hasText: '11 items' }).waitFor({ state: 'attached', timeout: 120_000 });
    await expect.poll(async () => (await titles()).length).toBe(11);
    const [first, second, third] = await titles();
    await page.getByRole('checkbox', { name: `Select ${first}`, exact: true }).check({ force: true });
    await page.keyboard.down('Shift');
    await page.getByRole('checkbox', { name: `Select ${third}`, exact: true }).click({ force: true });
    await page.keyboard.up('Shift');
    const bar = page.getByRole('region', { name: 'Selected items' });
    await bar.getByText('3 selected').waitFor();
    // What the list no longer shows is not chosen any more.
    await bar.getByRole('button', { name: 'Select all 11' }).click();
    await bar.getByText('11 selected').waitFor();
    await page.getByRole('searchbox', { name: 'Search titles and people' }).fill(second ?? '');
    await bar.getByText('1 selected', { exact: true }).waitFor();
    await bar.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('alertdialog', { name: 'Delete one item?' }).getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { name: 'Nothing found' }).waitFor();
    await expect.poll(left).toBe(MANY - 1);
  });

  test('archives several requests at once, undoes it, and shows the archive by itself', async () => {
    const archived = async () => (await world.product.query<{ name: string }>('select name from transactions where archived order by name')).map(({ name }) => name);
    await page.goto(`${world.product.url}/transactions?search=Request+777`);
    await status('11 items');
    const [first = '', second = ''] = await titles();
    const bar = page.getByRole('region', { name: 'Selected items' });
    const archive = async () => {
      for (const title of [first, second]) await page.getByRole('checkbox', { name: `Select ${title}`, exact: true }).check({ force: true });
      await bar.getByRole('button', { name: 'Archive' }).click();
      await status('9 items');
    };
    await archive();
    await page.getByText('2 items archived').waitFor();
    expect(await archived()).toEqual([first, second].toSorted());
    await page.getByRole('button', { name: 'Undo' }).click();
    await status('11 items');
    expect(await archived()).toEqual([]);
    await archive();
    await page.getByRole('link', { name: 'Archive 2' }).click();
    await status('2 items');
    expect((await titles()).toSorted()).toEqual([first, second].toSorted());
    await page.getByRole('button', { name: `More options for ${first}`, exact: true }).click();
    await page.getByRole('menuitem', { name: 'Move out of archive' }).click();
    await status('1 item');
    expect(await archived()).toEqual([second]);
  });

  test('files several requests in a new folder under a new tag, and shows the folder', async () => {
    await page.goto(`${world.product.url}/transactions?search=Request+555`);
    await status('11 items');
    const chosen = (await titles()).slice(0, 2);
    for (const title of chosen) await page.getByRole('checkbox', { name: `Select ${title}`, exact: true }).check({ force: true });
    await page.getByRole('region', { name: 'Selected items' }).getByRole('button', { name: 'Folder and tags' }).click();
    const dialog = page.getByRole('dialog', { name: 'Folder and tags of 2 items' });
    await dialog.getByRole('textbox', { name: 'New folder' }).fill('Housing');
    await dialog.getByRole('textbox', { name: 'New folder' }).press('Enter');
    await dialog.getByRole('button', { name: /Housing/ }).waitFor();
    await dialog.getByRole('textbox', { name: 'New tag' }).fill('Urgent');
    await dialog.getByRole('textbox', { name: 'New tag' }).press('Enter');
    await dialog.getByRole('checkbox', { name: 'Urgent', checked: true }).waitFor({ state: 'attached' });
    expect(await problemsOf(page, 'folder and tags')).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await rows().filter({ hasText: 'Urgent' }).nth(1).waitFor();
    await page.getByRole('button', { name: /All folders/ }).click();
    await page.getByRole('option', { name: 'Housing' }).click();
    await status('2 items');
    expect(await titles()).toEqual(chosen);
    await page.getByRole('button', { name: 'Manage folders and tags' }).click();
    await page.getByRole('button', { name: 'Delete Housing' }).click();
    expect(await problemsOf(page, 'deleting a folder')).toEqual([]);
    await page.getByRole('alertdialog', { name: 'Delete “Housing”?' }).getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete Housing' }).waitFor({ state: 'detached' });
    expect(await left()).toBeGreaterThan(MANY - 10);
  });

  test('reports requests that could not be deleted and deletes the others', async () => {
    await page.goto(`${world.product.url}/transactions?search=Request+888`);
    await page.getByRole('status').filter({ hasText: '11 items' }).waitFor({ state: 'attached', timeout: 120_000 });
    await expect.poll(async () => (await titles()).length).toBe(11);
    const [first] = await titles();
    const [row] = await world.product.query<{ id: string }>('select id from transactions where name = $1', [first]);
    await page.route((url) => url.pathname === `/transactions/${row?.id}`, (route) =>
      route.request().method() === 'DELETE' ? route.fulfill({ status: 403, json: { error: { code: 'permission_denied', message: 'No' } } }) : route.continue());
    for (const title of (await titles()).slice(0, 3)) await page.getByRole('checkbox', { name: `Select ${title}`, exact: true }).check({ force: true });
    await page.getByRole('region', { name: 'Selected items' }).getByRole('button', { name: 'Delete' }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByText(`${first}: You don't have permission to do this.`).waitFor();
    await expect.poll(left).toBe(MANY - 3);
  });
});
