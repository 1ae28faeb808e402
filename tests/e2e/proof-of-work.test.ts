/** Somebody who asks for a fourth code gets it: their browser has done some work meanwhile, and they have seen nothing but a wait, and read why. */
import { expect, test } from 'vitest';
import { newPerson } from '../support/chromium.ts';
import { inWorld, openWorld, type World } from './world.ts';

let world: World;
inWorld((opened) => {
  world = opened;
}, () => openWorld({ PROOF_OF_WORK_BITS: '16' }));

test('a fourth code is sent after proof of work', async () => {
  const page = await newPerson(world.browser);
  await page.goto(`${world.product.url}/transactions`);
  await page.getByRole('navigation').getByRole('button', { name: 'Sign in' }).click();
  const ask = async (): Promise<void> => {
    await page.getByLabel('E-mail address').fill('grace@example.com');
    await page.getByRole('button', { name: 'Send code' }).click();
    await page.getByRole('heading', { name: 'Enter the code' }).waitFor();
  };
  for (let time = 0; time < 3; time += 1) {
    await ask();
    await page.getByRole('button', { name: 'Use another address' }).click();
  }
  expect(await world.product.query('select 1 from spent_challenges')).toEqual([]);
  // The work takes as long as it takes to see what is said of it.
  const said = page.getByRole('status').getByText("Checking that you're not a robot…");
  let wasSaid = false;
  await page.route('**/work.worker*', async (route) => {
    await said.waitFor();
    wasSaid = true;
    await route.continue();
  });
  await ask();
  expect(wasSaid).toBe(true);
  expect(await said.count()).toBe(0);
  expect(await world.product.query('select 1 from spent_challenges')).toHaveLength(1);
  expect(await world.product.query("select 1 from sign_in_attempts where mailbox = 'grace@example.com'")).toHaveLength(4);
});
