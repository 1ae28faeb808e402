/** A signature made on a telephone that is not signed in comes to the desk where it was asked for. */
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { devices, newPerson } from '../support/chromium.ts';
import { signedIn } from './signed-in.ts';
import { inWorld, type World } from './world.ts';

describe('a signature from a phone', () => {
  let world: World;
  let desk: Page;
  let phone: Page;
  let link: string;

  inWorld(async (opened) => {
    world = opened;
    desk = await signedIn(world);
    phone = await newPerson(world.browser, devices.phone);
  });

  const draw = async (page: Page) => {
    // What is drawn before the paper is ready is lost.
    const paper = page.locator('canvas[aria-busy=false]');
    // It moves as long as something comes above it.
    await paper.hover();
    const box = await paper.boundingBox();
    if (!box) throw new Error('There is nothing to draw on');
    await page.mouse.move(box.x + box.width * 0.2, box.y + box.height * 0.5);
    await page.mouse.down();
    for (let step = 1; step <= 8; step++) await page.mouse.move(box.x + box.width * (0.2 + step * 0.07), box.y + box.height * (0.5 + (step % 2) * 0.2));
    await page.mouse.up();
  };

  test('is requested on the desktop by QR code or text message', async () => {
    await desk.goto(`${world.product.url}/signatures`);
    await desk.getByRole('link', { name: 'New signature' }).click();
    const [answer] = await Promise.all([desk.waitForResponse(/\/media\/capture_ticket$/), desk.getByRole('tab', { name: 'Use a phone' }).click()]);
    ({ link } = (await answer.json()) as { link: string });
    await desk.getByRole('img', { name: 'QR code for your phone' }).waitFor();
    await desk.getByLabel('Or send the link to a phone').fill('+49 151 00001');
    await desk.getByRole('button', { name: 'Send the link' }).click();
    await desk.getByText('The link is on its way.').waitFor();
    const [text] = await world.product.query<{ body: string }>('select body from text_messages');
    expect(text?.body).toContain('/signatures/editor?ticket=');
  });

  test('is drawn on the phone without signing in', async () => {
    await phone.goto(link);
    await phone.getByRole('heading', { name: 'Create a signature' }).waitFor();
    // Somebody else's telephone sees nothing of ours.
    expect(await phone.getByRole('navigation').count()).toBe(0);
    await draw(phone);
    await phone.getByRole('button', { name: 'Save' }).click();
    await phone.getByRole('heading', { name: 'Sent to your other device' }).waitFor();
  });

  test('appears on the desktop when its window has the focus', async () => {
    await desk.evaluate(() => window.dispatchEvent(new Event('focus')));
    await desk.getByRole('img', { name: 'Selected image' }).waitFor();
    await desk.getByRole('button', { name: 'Save' }).click();
    await desk.waitForURL(/\/signatures$/);
    await desk.getByRole('img', { name: 'Signature 1' }).waitFor();
    await expect.poll(() => desk.getByRole('list', { name: 'Signatures' }).getByRole('listitem').count()).toBe(1);
  });

  test('the link is valid for one picture', async () => {
    await phone.goto(link);
    await draw(phone);
    await phone.getByRole('button', { name: 'Save' }).click();
    await phone.getByRole('heading', { name: 'This link has expired' }).waitFor();
    expect(await world.product.query('select type from media')).toEqual([{ type: 'signature' }]);
  });
});
