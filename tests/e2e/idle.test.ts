/** Nobody is there: a question, and then nobody is signed in any more, in no tab, while work that isn't saved stays. */
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { signedIn } from './signed-in.ts';
import { problemsOf } from './screen-problems.ts';
import { storeFor, storedOf } from './browser-storage.ts';
import { inWorld, openWorld, type World } from './world.ts';

describe('an idle session', () => {
  let world: World;
  let page: Page;
  let tab: Page;

  inWorld(async (opened) => {
    world = opened;
    page = await signedIn(world);
    tab = await page.context().newPage();
    await page.context().clock.install();
    let before = '';
    for (const each of [page, tab]) {
      await each.goto(`${world.product.url}/transactions`);
      await each.getByRole('heading', { name: 'Requests', level: 1 }).waitFor();
      // What watches comes a moment after the screen, and notes that somebody has come.
      await each.waitForFunction((known) => (localStorage.getItem('countersign.last-active') ?? '') > known, before);
      before = await each.evaluate(() => localStorage.getItem('countersign.last-active') ?? '');
    }
  }, () => openWorld({ SESSION_IDLE_MINUTES: '15' }));

  const question = (of: Page) => of.getByRole('alertdialog', { name: 'Are you still there?' });
  const tokens = (of: Page): Promise<number> => of.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('oidc.user:')).length);
  /** The pages of a browser have one clock. */
  const pass = (minutes: number): Promise<void> => page.context().clock.runFor(minutes * 60_000);

  test('warns a minute before the end in every tab and continues on request', async () => {
    // From here on: how long the pages took to come does not count.
    await page.keyboard.press('Shift');
    await pass(12);
    expect(await question(page).count()).toBe(0);
    await pass(2.2);
    await question(tab).waitFor();
    expect(await problemsOf(page, 'still there')).toEqual([]);
    await question(page).getByRole('button', { name: 'Stay signed in' }).click();
    await pass(0.05);
    await question(tab).waitFor({ state: 'hidden' });
    await pass(10);
    expect([await question(page).count(), await question(tab).count()]).toEqual([0, 0]);
  });

  test('continues in all tabs while one of them is active', async () => {
    await page.keyboard.press('Shift');
    await pass(10);
    await tab.keyboard.press('Shift');
    await pass(10);
    expect([await question(page).count(), await question(tab).count()]).toEqual([0, 0]);
    expect(await Promise.all([page, tab].map(tokens))).toEqual([1, 1]);
  });

  test('ends in all tabs and clears keys and data, but no unsaved work', async () => {
    const [{ id }] = (await world.product.query<{ id: string }>("select id from users where email = 'ada@example.com'")) as [{ id: string }];
    await storeFor(page, id);
    // As when the message of another tab comes while this tab signs out, too.
    await tab.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('oidc.user:')).forEach((key) => sessionStorage.removeItem(key)));
    await pass(16);
    const isSignedOut = (of: Page) => of.getByRole('heading', { name: 'Sign in', level: 1 }).or(of.getByRole('navigation').getByRole('button', { name: 'Sign in' })).first().waitFor();
    await Promise.all([page, tab].map(isSignedOut));
    await expect.poll(() => world.product.query("select uid from oidc_records where model in ('Session', 'AccessToken') and payload ? 'accountId'")).toEqual([]);
    for (const each of [page, tab]) await expect.poll(() => tokens(each)).toBe(0);
    const looking = await page.context().newPage();
    await looking.goto(`${world.product.url}/favicon.svg`);
    expect(await storedOf(looking, id)).toEqual(['cache: person/draft/transaction/x', `work: ${'a'.repeat(24)}/person`]);
  });
});
