/** A page whose scripts don't come: no white screen, but words of the person's language and a way on. */
import { expect, test } from 'vitest';
import { devices, newPerson } from '../support/chromium.ts';
import { inWorld, type World } from './world.ts';

let world: World;
inWorld((opened) => {
  world = opened;
});

test.each([
  ['the app', '/'],
  ['a link of a mail', '/transaction/0123456789abcdef01234567?code=abc&lang=de'],
  ['the sign-in', '/sign-in?uid=none'],
])('%s', async (_, path) => {
  const page = await newPerson(world.browser, { ...devices.phone, locale: 'de-DE' });
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto(world.product.url + path);
  await page.getByRole('heading', { name: 'Teile der App konnten nicht geladen werden. Bitte prüfen Sie Ihre Verbindung.' }).waitFor();
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('de');
  await page.unroute('**/assets/*.js');
  await page.getByRole('link', { name: 'Neu laden' }).click();
  await page.locator('.not-loaded').waitFor({ state: 'detached' });
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.context().close();
});
