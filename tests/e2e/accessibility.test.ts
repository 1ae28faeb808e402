/** Every screen in both themes, on a desk, a tablet and a phone, for axe. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { keepPicturesOfFailure, screens } from '../support/chromium.ts';
import { problemsOf } from './faces.ts';
import { type Gallery, look, openGallery } from './gallery.ts';
import { ledTo, tabTo } from './keyboard.ts';

describe('every screen', () => {
  let gallery: Gallery;
  beforeAll(async () => {
    gallery = await openGallery();
  }, 300_000);
  beforeEach(() => keepPicturesOfFailure(gallery.world.browser));
  afterAll(() => gallery?.world.close());

  test.each([['desk', screens.desk], ['tablet', screens.tablet], ['phone', screens.phone]])('has nothing for axe to find on a %s, in light and dark, and does not slide sideways', async (_, screen) => {
    expect(await look(gallery, screen, problemsOf)).toEqual([]);
  });

  test('of a signing is passed by the keyboard alone', async () => {
    const { world, people: { grace: page }, paths } = gallery;
    await page.goto(world.product.url + paths.running);
    await page.getByRole('dialog').waitFor();
    await tabTo(page, /^Start$/);
    await page.keyboard.press('Enter');
    await ledTo(page, /^Text/);
    await page.keyboard.type('By keyboard');
    await tabTo(page, /^Checkmark/);
    await page.keyboard.press('Space');
    await tabTo(page, /^Signature, required/);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Your signature' });
    await dialog.waitFor();
    await tabTo(page, /^Draw$/);
    await page.keyboard.press('ArrowRight');
    await tabTo(page, /^Your name$/);
    await page.keyboard.press('Control+A');
    await page.keyboard.type('Grace Hopper');
    await dialog.getByRole('button', { name: 'Use this signature', disabled: false }).waitFor();
    await tabTo(page, /^Use this signature$/);
    await page.keyboard.press('Enter');
    await ledTo(page, /^Signature, required.*filled/);
    await tabTo(page, /^Sign$/);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Sign now?' }).waitFor();
    await tabTo(page, /^I agree/);
    await page.keyboard.press('Space');
    await tabTo(page, /^Sign$/);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'You have signed' }).waitFor();
    const [row] = await world.product.query("select status from transactions where name like 'Running%'");
    expect(row).toEqual({ status: 'completed' });
  });
});
