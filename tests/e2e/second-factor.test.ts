/** A second step of the sign-in: set up in the profile, asked for at the next sign-in, and the way in without the telephone. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { newPerson } from '../support/chromium.ts';
import { codeIn, linkIn } from '../support/mailbox.ts';
import { earlierTotp, totp } from '../support/totp.ts';
import { signedIn } from './signed-in.ts';
import { problemsOf } from './screen-problems.ts';
import { inWorld, type World } from './world.ts';

describe('two-step verification', () => {
  let world: World;
  let page: Page;
  let secret = '';
  let recoveryCodes: string[] = [];

  inWorld(async (opened) => {
    world = opened;
    page = await signedIn(world);
  });

  const dialog = (name: string) => page.getByRole('dialog', { name });
  const section = () => page.getByRole('region', { name: 'Two-step verification' });

  /** To the second step, by a mailed code. */
  const signInAgain = async (): Promise<void> => {
    const before = world.mailbox.to('ada@example.com').length;
    await page.context().clearCookies();
    // A page of the same origin that runs nothing.
    await page.goto(`${world.product.url}/favicon.svg`);
    await page.evaluate(() => [sessionStorage, localStorage].forEach((storage) => storage.clear()));
    await page.goto(`${world.product.url}/profile`, { waitUntil: 'commit' });
    await page.waitForURL(/\/sign-in/);
    await page.getByLabel('E-mail address').fill('ada@example.com');
    await page.getByRole('button', { name: 'Send code' }).click();
    await page.getByLabel('Code from the e-mail').fill(codeIn(await world.mailbox.about('ada@example.com', /\b\d{6}\b/, before)));
    await page.getByRole('heading', { name: 'Enter the code from your app', level: 1 }).waitFor();
  };

  test('is set up with a QR code or a key and gives ten recovery codes', async () => {
    await page.goto(`${world.product.url}/profile#second-factor`);
    await section().getByText('Off', { exact: true }).waitFor();
    await section().getByRole('button', { name: 'Set up' }).click();
    const setUp = dialog('Two-step verification');
    await setUp.getByRole('img', { name: 'Code to scan with the app' }).waitFor();
    secret = ((await setUp.locator('code').textContent()) ?? '').replaceAll(' ', '');
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(await problemsOf(page, 'set up two-step verification')).toEqual([]);
    await setUp.getByLabel('Code from the app').fill('000000');
    await setUp.getByRole('button', { name: 'Turn on' }).click();
    await setUp.getByText(/This code is wrong or was already used/).waitFor();
    await setUp.getByLabel('Code from the app').fill(await earlierTotp(secret));
    await setUp.getByRole('button', { name: 'Turn on' }).click();
    const shown = dialog('Your recovery codes');
    await shown.getByRole('list').waitFor();
    expect(await problemsOf(page, 'recovery codes')).toEqual([]);
    recoveryCodes = await shown.getByRole('listitem').allTextContents();
    expect(recoveryCodes).toHaveLength(10);
    const [download] = await Promise.all([page.waitForEvent('download'), shown.getByRole('button', { name: 'Download' }).click()]);
    expect((await readFile((await download.path())!, 'utf8')).trim().split('\n')).toEqual(recoveryCodes);
    await shown.getByRole('button', { name: 'Done' }).click();
    await section().getByText('10 recovery codes left').waitFor();
  });

  test('is asked for at the next sign-in', async () => {
    await signInAgain();
    expect(await problemsOf(page, 'the second step')).toEqual([]);
    await page.getByLabel('Code from the app').fill('000000');
    await page.getByText('Wrong code. You have 4 attempts left.').waitFor();
    await page.getByLabel('Code from the app').fill(totp(secret));
    await page.getByRole('heading', { name: 'Profile', level: 1 }).waitFor();
  });

  test('accepts a recovery code once', async () => {
    await signInAgain();
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await page.getByRole('heading', { name: 'Enter a recovery code', level: 1 }).waitFor();
    await page.getByLabel('Recovery code').fill(recoveryCodes[0] ?? '');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { name: 'Profile', level: 1 }).waitFor();
    expect(await section().getByText('9 recovery codes left').textContent()).toBeTruthy();
  });

  test('asks for a code before it gives new recovery codes and before it is turned off', async () => {
    await section().getByRole('button', { name: 'New recovery codes' }).click();
    await dialog('New recovery codes').getByLabel('Code from the app, or a recovery code').fill(recoveryCodes[1] ?? '');
    await dialog('New recovery codes').getByRole('button', { name: 'New recovery codes' }).click();
    await dialog('Your recovery codes').getByRole('list').waitFor();
    const renewed = await dialog('Your recovery codes').getByRole('listitem').allTextContents();
    await dialog('Your recovery codes').getByRole('button', { name: 'Done' }).click();
    await section().getByRole('button', { name: 'Turn off' }).click();
    await dialog('Turn off two-step verification?').getByLabel('Code from the app, or a recovery code').fill(renewed[0] ?? '');
    await dialog('Turn off two-step verification?').getByRole('button', { name: 'Turn off' }).click();
    await section().getByText('Off', { exact: true }).waitFor();
    expect(await world.product.query('select 1 from second_factors')).toEqual([]);
  });

  test('is restored by the link in the mail if the owner did not turn it off', async () => {
    const mail = await world.mailbox.about('ada@example.com', 'no longer takes a code');
    const visitor = await newPerson(world.browser);
    await visitor.goto(linkIn(mail, /account_change/));
    await visitor.getByRole('heading', { name: 'Was this you?', level: 1 }).waitFor();
    expect(await problemsOf(visitor, 'was this you')).toEqual([]);
    expect((await world.product.query("select 1 from account_changes where used_at is not null")).length).toBe(0);
    await visitor.getByRole('button', { name: "That wasn't me" }).click();
    await visitor.getByRole('heading', { name: 'The change was taken back', level: 1 }).waitFor();
    await visitor.getByRole('button', { name: 'Sign in' }).click();
    await visitor.waitForURL(/\/sign-in/);
    await expect.poll(() => visitor.getByLabel('E-mail address').inputValue()).toBe('ada@example.com');
    await visitor.close();
  });
});
