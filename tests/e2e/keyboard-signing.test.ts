/** A signing without a pointer: from the introduction to the end. */
import { expect, test } from 'vitest';
import { newPerson } from '../support/chromium.ts';
import { linkIn } from '../support/mailbox.ts';
import { signedIn } from './arrive.ts';
import { ledInto, ledTo, tabTo } from './keyboard.ts';
import { fieldFor, makeRequest, recipient } from './requests.ts';
import { inWorld, type World } from './world.ts';

const grace = 'grace@example.com';
let world: World;

inWorld(async (opened) => {
  world = opened;
  const sender = await signedIn(world);
  await makeRequest(world, sender, {
    name: 'Running agreement.pdf',
    recipients: [recipient('Grace Hopper', grace)],
    fields: [fieldFor(grace, 'text'), fieldFor(grace, 'checkmark', 1), fieldFor(grace, 'signature', 2)],
  });
  await sender.context().close();
});

test('a signing is passed by the keyboard alone', async () => {
  const page = await newPerson(world.browser);
  await page.goto(linkIn(await world.mailbox.about(grace, '/transaction/'), /\/transaction\//));
  await page.getByRole('dialog', { name: 'Running agreement.pdf' }).waitFor();
  await ledInto(page, 'dialog');
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
  await ledInto(page, 'dialog');
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
  await ledInto(page, 'dialog');
  await tabTo(page, /^I agree/);
  await page.keyboard.press('Space');
  await tabTo(page, /^Sign$/);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'You have signed' }).waitFor();
  const [row] = await world.product.query("select status from transactions where name like 'Running%'");
  expect(row).toEqual({ status: 'completed' });
});
