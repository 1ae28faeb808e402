/** A page that takes for ever to draw is given up, and the others are there all the same. */
import { expect, test } from 'vitest';
import { rendering } from '#contract/limits/screens.ts';
import { makeEndlessPage } from '../fixtures/endless-page.ts';
import { chooserOf, newPerson } from '../support/chromium.ts';
import { inWorld, type World } from './world.ts';

let world: World;

inWorld((opened) => {
  world = opened;
});

test('a page that never finishes rendering', async () => {
  const page = await newPerson(world.browser);
  await page.goto(`${world.product.url}/file`);
  const chooser = await chooserOf(page, () => page.getByRole('button', { name: 'Choose a file' }).first().click());
  await chooser.setFiles(world.file('Endless.pdf', makeEndlessPage()));
  const endless = page.getByRole('region', { name: 'Page 1 of 2' });
  const message = endless.getByText('This page is taking too long to display.');
  await message.waitFor({ timeout: 4 * rendering.timeLimit });
  await page.locator('[data-page="2"] [data-shown]').waitFor({ state: 'attached' });
  await endless.getByRole('button', { name: 'Try again' }).click();
  await message.waitFor({ state: 'detached' });
  // It is as long as before, and nothing else waits for it.
  await message.waitFor({ timeout: 4 * rendering.timeLimit });
  await page.getByRole('region', { name: 'Endless' }).focus();
  await page.keyboard.press('Control+f');
  const search = page.getByRole('search');
  await search.getByRole('searchbox').fill('others');
  await search.getByText('1 of 1', { exact: true }).waitFor();
  expect(await page.locator('[data-page="1"] [data-shown]').count()).toBe(0);
  await page.context().close();
});
