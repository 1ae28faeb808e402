/** Somebody who forgot their password sets another with a mailed code, and somebody without an account sees no difference. */
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { devices, newPerson } from '../support/chromium.ts';
import { codeIn } from '../support/mailbox.ts';
import { clientIn } from './requests.ts';
import { problemsOf } from './screen-problems.ts';
import { signedIn } from './signed-in.ts';
import { inWorld, type World } from './world.ts';

let world: World;
let page: Page;

inWorld(async (opened) => {
  world = opened;
  const ada = await signedIn(world);
  await (await clientIn(world, ada)).call('password.set', { body: { password: 'Correct horse 7' } });
  page = await newPerson(world.browser, devices.phone);
});

const heading = (name: string) => page.getByRole('heading', { name, level: 1 }).waitFor();
const openForgotten = async (): Promise<void> => {
  await page.goto(`${world.product.url}/profile`);
  await page.getByRole('button', { name: 'Use a password' }).click();
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  await heading('Reset your password');
};
/** Everything that the page shows once the code is on its way, without the address. */
const requestCode = async (email: string): Promise<string> => {
  await openForgotten();
  await page.getByLabel('E-mail address').fill(email);
  await page.getByRole('button', { name: 'Send code' }).click();
  await heading('Choose a new password');
  await page.getByRole('button', { name: /^New code in/ }).waitFor();
  return (await page.locator('main').innerText()).replace(email, '').replace(/\d+ s\b/, '');
};

test('a forgotten password is replaced with the code, and the new one signs in', async () => {
  const before = world.mailbox.to('ada@example.com').length;
  await requestCode('ada@example.com');
  expect(await problemsOf(page, 'a new password')).toEqual([]);
  await page.getByLabel('Code from the e-mail').fill('000000');
  await page.getByLabel('New password').fill('Another one 8');
  await page.getByRole('button', { name: 'Save and sign in' }).click();
  await page.getByText('Wrong code. You have 4 attempts left.').waitFor();
  await page.getByLabel('Code from the e-mail').fill(codeIn(await world.mailbox.about('ada@example.com', /\b\d{6}\b/, before)));
  await page.getByRole('button', { name: 'Save and sign in' }).click();
  await heading('Profile');
  await page.context().clearCookies();
  await page.goto(`${world.product.url}/favicon.svg`);
  await page.evaluate(() => [sessionStorage, localStorage].forEach((storage) => storage.clear()));
  await page.goto(`${world.product.url}/profile`);
  await page.getByRole('button', { name: 'Use a password' }).click();
  await page.getByLabel('E-mail address').fill('ada@example.com');
  await page.getByLabel('Password').fill('Correct horse 7');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByText(/^Wrong e.mail address or password\.$/).waitFor();
  await page.getByLabel('Password').fill('Another one 8');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await heading('Profile');
});

test('the page is the same for an address without an account', async () => {
  page = await newPerson(world.browser, devices.phone);
  const known = await requestCode('ada@example.com');
  page = await newPerson(world.browser, devices.phone);
  expect(await requestCode('nobody@example.com')).toBe(known);
});
