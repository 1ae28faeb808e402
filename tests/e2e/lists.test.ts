/** A list of thousands stays quick and whole; several of its entries are chosen and done away with at once. */
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
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

  test('fetches all requests for a search and renders only rows near the viewport', async () => {
    await page.goto(`${world.product.url}/transactions?sort=name&order=ascent`);
    await page.getByRole('status').filter({ hasText: '10000 items' }).waitFor({ state: 'attached', timeout: 200_000 });
    expect(await rows().count()).toBeLessThan(60);
    await expect.poll(async () => (await titles())[0]).toBe('Request 1');
    expect(await rows().first().getAttribute('aria-setsize')).toBe(String(MANY));
    await scrollTo(1);
    await page.getByRole('link', { name: 'Request 10000', exact: true }).waitFor();
    expect(await rows().count()).toBeLessThan(60);
    await expect.poll(() => rows().last().getAttribute('aria-posinset')).toBe(String(MANY));
    await scrollTo(0.5);
    const middle = page.getByRole('link', { name: /^Request 5\d\d\d$/ });
    await middle.first().waitFor();
    // Searching counts what it finds and shows where.
    await page.getByRole('searchbox', { name: 'Search titles and people' }).fill('777');
    await page.getByRole('status').filter({ hasText: '19 items' }).waitFor({ state: 'attached' });
    await expect.poll(() => rows().first().locator('mark').innerText()).toBe('777');
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
