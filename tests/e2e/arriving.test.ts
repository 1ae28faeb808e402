/**
 * A recipient who follows the link of a mail. How long it takes is measured by `npm run bench:browser`; here stands what
 * must be so for it to be quick over a slow network.
 */
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { devices, newPerson } from '../support/chromium.ts';
import { linkIn } from '../support/mailbox.ts';
import { tally } from '../../benches/browser/kinds.ts';
import { makeScannedContract } from '../fixtures/scanned-contract.ts';
import { signedIn } from './signed-in.ts';
import { fieldFor, makeDraft, makeRequest, recipient } from './requests.ts';
import { arrive, forTheField, goals, prepare } from './phone-arrival.ts';
import { inWorld, openWorld, type World } from './world.ts';
import { openRequest } from './people.ts';

const email = 'grace@example.com';

interface RecordedRequest {
  readonly path: string;
  readonly range: string | undefined;
  /** When the browser began it, in milliseconds of the clock. */
  readonly start: number;
}

/** Notes when the first page is shown: from then on the rest of the document is fetched. */
const noteFirstPage = (): void => {
  new MutationObserver(() => {
    if (document.querySelector('[data-page="1"] [data-shown]')) window.performance.mark('first-page');
  }).observe(document, { subtree: true, childList: true, attributes: true });
};
const firstPageShown = (page: Page): Promise<number> =>
  page.evaluate(() => performance.timeOrigin + Math.min(...performance.getEntriesByName('first-page').map(({ startTime }) => startTime)));

describe('a recipient of a long document', () => {
  let world: World;
  let page: Page;
  let sender: Page;
  let fileId: string;
  const requests: RecordedRequest[] = [];
  const times = (path: string): number => requests.filter((each) => each.path === path).length;

  inWorld(async (opened) => {
    world = opened;
    sender = await signedIn(world);
    const fields = [fieldFor(email, 'text'), fieldFor(email, 'signature', 1)];
    ({ fileIds: [fileId = ''] } = await makeRequest(world, sender, { name: 'Scans.pdf', bytes: await makeScannedContract(60, 6), recipients: [recipient('Grace Hopper', email)], fields }));
    page = await newPerson(world.browser, devices.phone);
    await page.addInitScript(noteFirstPage);
    page.on('response', (response) => {
      const request = response.request();
      requests.push({ path: new URL(request.url()).pathname, range: request.headers()['range'], start: request.timing().startTime });
    });
  });

  test('sees their first field and the page beneath it', async () => {
    await openRequest(page, linkIn(await world.mailbox.about(email, '/transaction/'), /\/transaction\//));
    await page.locator('[data-place]').nth(1).waitFor();
    await page.locator('[data-page="1"] [data-shown]').first().waitFor();
    expect(await page.locator('[data-place]').count()).toBe(2);
  });

  test('requests each resource once', () => {
    const paths = ['/.well-known/openid-configuration', '/oauth/token', '/profile', `/files/meta/${fileId}`, `/files/download_url/${fileId}`];
    expect(Object.fromEntries(paths.map((path) => [path.replace(fileId, '…'), times(path)]))).toEqual({
      '/.well-known/openid-configuration': 0, '/oauth/token': 1, '/profile': 1, '/files/meta/…': 1, '/files/download_url/…': 1,
    });
  });

  test('loads the texts of one language in one file', () => {
    const texts = requests.flatMap(({ path }) => /\/assets\/(\w\w)-[\w-]{8}\.js$/.exec(path)?.[1] ?? []);
    // The page of the link has them already.
    expect([...new Set(texts)]).toEqual(['en']);
  });

  test('reads only the parts of the document that the first page needs before it is shown', async () => {
    // The rest is asked for in the moment when the page is drawn, just before it is in the document.
    const drawn = (await firstPageShown(page)) - 50;
    const ranges = requests.flatMap(({ range, start }) => (range && start < drawn ? [range] : []));
    expect(ranges.length).toBeGreaterThan(0);
    expect(ranges.length).toBeLessThanOrEqual(10);
    const bytes = ranges.flatMap((range) => [...range.matchAll(/(\d+)-(\d+)/g)]).reduce((sum, [, begin, last]) => sum + Number(last) - Number(begin) + 1, 0);
    expect(bytes).toBeLessThan(1_000_000);
  });

  /** Closes the window as a person does; gives whether the browser asked, and stays where it asked. */
  const triesToClose = async (window: Page): Promise<boolean> => {
    const dialog = window.waitForEvent('dialog');
    await window.close({ runBeforeUnload: true });
    const asks = await dialog;
    await asks.dismiss();
    return asks.type() === 'beforeunload';
  };

  test('is asked before leaving with unsaved input', async () => {
    const typed = page.getByRole('region', { name: 'Your fields' }).getByRole('textbox');
    await typed.fill('Typed and not signed');
    expect(await triesToClose(page)).toBe(true);
    expect(await typed.inputValue()).toBe('Typed and not signed');
  });

  test('the sender finds unsaved changes again after leaving', async () => {
    const { id } = await makeDraft(world, sender, { name: 'Draft.pdf', recipients: [recipient('Grace Hopper', email)], fields: [fieldFor(email, 'text')] });
    const open = async (window: Page) => {
      await window.goto(`${world.product.url}/transaction/${id}/create`);
      const field = window.locator('[data-page="1"] [data-field]').first();
      // Whoever moves a field sees the page beneath it.
      await Promise.all([field.waitFor(), window.locator('[data-page="1"] [data-shown]').first().waitFor()]);
      return field;
    };
    const place = () => world.product.query<{ x: number }>("select (fields->0->'rect'->>'x')::float as x from files where title = 'Draft.pdf'");
    const field = await open(sender);
    const before = (await place())[0]?.x ?? 0;
    await sender.context().setOffline(true);
    await field.focus();
    await sender.keyboard.press('ArrowRight');
    await sender.getByText('Saved on this device').waitFor();
    const again = await sender.context().newPage();
    // It closes without a question.
    await Promise.all([sender.waitForEvent('close'), sender.close({ runBeforeUnload: true })]);
    await again.context().setOffline(false);
    await open(again);
    await expect.poll(async () => (await place())[0]?.x).toBe(before + 0.25);
  });
});

test('a recipient on a phone loads no more than the budget until the first field can be filled', async () => {
  const world = await openWorld();
  try {
    const { came } = await arrive(world, await prepare(world));
    expect(came.length).toBeLessThanOrEqual(goals.requests);
    const { kilobytes } = tally(forTheField(came));
    expect(kilobytes).toBeLessThanOrEqual(goals.kilobytes);
    expect(kilobytes).toBeGreaterThan(100);
  } finally {
    await world.close();
  }
});
