/** A phone has no room for the account menu in its bar: the settings have it. */
import { expect, test } from 'vitest';
import { devices } from '../support/chromium.ts';
import { clientIn } from './requests.ts';
import { problemsOf } from './screen-problems.ts';
import { ada, signedIn } from './signed-in.ts';
import { inWorld, type World } from './world.ts';

let world: World;
inWorld((opened) => {
  world = opened;
});

test('somebody works in an organization, goes back to their own documents, and signs out', async () => {
  const page = await signedIn(world, ada, devices.phone);
  await (await clientIn(world, page)).call('organizations.create', { body: { name: 'Analytical Engines' } });
  const toProfile = async (): Promise<void> => {
    await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Profile' }).click();
    await page.waitForURL(/\/profile$/);
  };
  const account = page.getByRole('button', { name: /^Account: Ada Byron/ });
  await page.goto(`${world.product.url}/profile`);
  await account.click();
  await page.getByRole('menuitem', { name: 'Analytical Engines' }).waitFor();
  expect(await problemsOf(page, 'account menu of a phone')).toEqual([]);
  await page.getByRole('menuitem', { name: 'Analytical Engines' }).click();
  await page.waitForURL(/\/transactions$/);
  await toProfile();
  await page.getByRole('button', { name: /^Account: Ada Byron, Analytical Engines/ }).click();
  await page.getByRole('menuitem', { name: 'Personal' }).click();
  await page.waitForURL(/\/transactions$/);
  await toProfile();
  await account.click();
  await page.getByRole('menuitem', { name: /^Personal.*/ }).waitFor();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL(/\/sign-in|\/$|\/transactions$/);
  await page.getByRole('navigation').getByRole('button', { name: 'Sign in' }).or(page.getByRole('heading', { name: 'Sign in' })).waitFor();
});
