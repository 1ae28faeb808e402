/** Where somebody is signed in: seen in the settings, and ended from there. */
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { ada, signedIn } from './signed-in.ts';
import { problemsOf } from './screen-problems.ts';
import { storeFor, storedOf } from './browser-storage.ts';
import { inWorld, type World } from './world.ts';

const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1';

describe('sessions', () => {
  let world: World;
  let desk: Page;

  inWorld(async (opened) => {
    world = opened;
    desk = await signedIn(world);
  });

  const list = () => desk.getByRole('list', { name: "Where you're signed in" });
  const items = () => list().getByRole('listitem');
  const look = async (): Promise<void> => {
    await desk.goto(`${world.product.url}/profile/sessions`);
    await items().first().waitFor();
  };

  test('are listed with their devices; an ended one stops within seconds', async () => {
    const other = await signedIn(world, ada, { userAgent: phone });
    await look();
    expect(await items().count()).toBe(2);
    await items().first().getByText('This device').waitFor();
    const [, second] = await items().allInnerTexts();
    expect(second).toMatch(/Safari on iOS[\s\S]*Signed in[\s\S]*Last used[\s\S]*Network/);
    await list().getByRole('button', { name: 'End the session: Safari on iOS' }).click();
    const question = desk.getByRole('alertdialog', { name: 'End this session?' });
    expect(await problemsOf(desk, 'end a session')).toEqual([]);
    const ended = Date.now();
    await question.getByRole('button', { name: 'End' }).click();
    await desk.getByText('The session has ended.').waitFor();
    await expect.poll(() => items().count()).toBe(1);
    // Its stream of events ends, and with it the page's belief that somebody is signed in.
    await other.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor();
    expect(Date.now() - ended).toBeLessThan(20_000);
  });

  test('can all be ended except the current one', async () => {
    const others = [await signedIn(world, ada, { userAgent: phone }), await signedIn(world)];
    await look();
    await desk.getByRole('button', { name: 'End all other sessions' }).click();
    await desk.getByRole('alertdialog').getByRole('button', { name: 'End all other sessions' }).click();
    await desk.getByText('All other sessions have ended.').waitFor();
    await expect.poll(() => items().count()).toBe(1);
    for (const other of others) await other.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor();
    await desk.reload();
    await items().first().getByText('This device').waitFor();
    expect(await desk.getByRole('button', { name: 'End all other sessions' }).count()).toBe(0);
  });

  test('show a malicious user agent as text', async () => {
    await signedIn(world, ada, { userAgent: 'Mozilla/5.0 (<img src=x onerror="document.title=1">) <b>Firefox/1</b>' });
    await look();
    expect(await list().locator('img, b').count()).toBe(0);
    expect(await desk.title()).not.toBe('1');
  });
});

describe('personal data in the browser (L5)', () => {
  let world: World;
  let userId: string;
  const other = 'f'.repeat(24);
  const all = ['cache: person/draft/transaction/x', 'keys: /person/somebody@example.com', `work: ${'a'.repeat(24)}/person`];

  inWorld((opened) => {
    world = opened;
  });

  const arrive = async (): Promise<Page> => {
    const page = await signedIn(world);
    [{ id: userId }] = (await world.product.query<{ id: string }>("select id from users where email = 'ada@example.com'")) as [{ id: string }];
    for (const person of [userId, other]) await storeFor(page, person);
    expect(await storedOf(page, userId)).toEqual(expect.arrayContaining(all));
    return page;
  };
  const isAtSignIn = (page: Page): Promise<void> => page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor();

  test('are cleared at sign-out in every tab; those of other people stay', async () => {
    const page = await arrive();
    const tab = await page.context().newPage();
    await tab.goto(`${world.product.url}/transactions`);
    await tab.getByRole('heading', { name: 'Requests', level: 1 }).waitFor();
    await page.goto(`${world.product.url}/profile/sessions`);
    await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click();
    await isAtSignIn(page);
    await tab.getByRole('navigation').getByRole('button', { name: 'Sign in' }).waitFor();
    await expect.poll(() => storedOf(page, userId)).toEqual([]);
    expect(await storedOf(page, other)).toHaveLength(4);
  });

  test('are cleared when the session is ended from another device', async () => {
    const page = await arrive();
    const desk = await signedIn(world);
    await desk.goto(`${world.product.url}/profile/sessions`);
    await desk.getByRole('button', { name: 'End all other sessions' }).click();
    await desk.getByRole('alertdialog').getByRole('button', { name: 'End all other sessions' }).click();
    await isAtSignIn(page);
    await expect.poll(() => storedOf(page, userId)).toEqual([]);
  });

  test('keep unsaved work but no keys after the session expires', async () => {
    const page = await arrive();
    await page.evaluate(() => sessionStorage.clear());
    await world.product.query("delete from oidc_records where model = 'Session'");
    await page.goto(`${world.product.url}/transactions`);
    await page.getByRole('navigation').getByRole('button', { name: 'Sign in' }).waitFor();
    expect(await storedOf(page, userId)).toEqual(expect.arrayContaining(all.filter((name) => !name.startsWith('keys'))));
    // They go a moment after it is known that nobody is signed in.
    await expect.poll(async () => (await storedOf(page, userId)).filter((name) => name.startsWith('keys'))).toEqual([]);
  });
});
