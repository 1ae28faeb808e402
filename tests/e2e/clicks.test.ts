/** How often somebody has to click: for the first request they ever send, and for a signature that is asked of them. */
import { PDFDocument, StandardFonts } from 'pdf-lib';
import type { BrowserContext, Page } from 'playwright';
import { expect, test } from 'vitest';
import { chooserOf, newPerson } from '../support/chromium.ts';
import { codeIn, linkIn } from '../support/mailbox.ts';
import { ledTo } from './keyboard.ts';
import { inWorld, type World } from './world.ts';

const ada = 'ada@example.com';
const grace = 'grace@example.com';
let world: World;

inWorld((opened) => {
  world = opened;
});

/** Counts what the hand presses, on every page of a browser: a click that a key made has no pointer. */
async function clicksIn(context: BrowserContext): Promise<string[]> {
  const clicked: string[] = [];
  await context.exposeBinding('tellClick', (_, what: string) => clicked.push(what));
  await context.addInitScript(() => {
    const onEvent = (event: Event): void => {
      if (!event.isTrusted || (event as PointerEvent).detail === 0) return;
      const { innerText, tagName, ariaLabel } = event.target as HTMLElement;
      (globalThis as unknown as { tellClick(what: string): void }).tellClick((ariaLabel || innerText || tagName).slice(0, 40));
    };
    addEventListener('click', onEvent, { capture: true });
  });
  return clicked;
}

/** A letter without anything to fill in, so that the place for the signature is put there by hand. */
async function plainLetter(): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage([612, 792]);
  page.drawText('The dwelling is let from the first of May.', { x: 56, y: 720, size: 12, font: await pdf.embedFont(StandardFonts.Helvetica) });
  return pdf.save();
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click();

test('the first request takes at most eight clicks from the first visit to the sent mail', async () => {
  const page = await newPerson(world.browser);
  const clicks = await clicksIn(page.context());
  await page.goto(world.product.url);
  await page.getByRole('main').getByRole('button', { name: 'Create account' }).click();
  await page.getByLabel('E-mail address').waitFor();
  await ledTo(page, /^E-mail address/);
  await page.keyboard.type(ada);
  await page.keyboard.press('Enter');
  await page.getByLabel('Code from the e-mail').waitFor();
  await ledTo(page, /^Code/);
  await page.keyboard.type(codeIn(await world.mailbox.about(ada, /\b\d{6}\b/)));
  await page.getByRole('heading', { name: 'Requests', level: 1 }).waitFor();

  const chooser = await chooserOf(page, () => press(page, 'New request'));
  await chooser.setFiles(world.file('Letter.pdf', await plainLetter()));
  await page.waitForURL(/\/create/);
  await ledTo(page, /^Name/);
  await page.keyboard.type('Grace Hopper');
  await page.keyboard.press('Tab');
  await page.keyboard.type(grace);
  await page.keyboard.press('Enter');
  await page.getByRole('complementary').getByText(grace).first().waitFor();
  await press(page, 'Signature');
  await page.getByRole('region', { name: /^Page 1 of/ }).click();
  await page.getByRole('group', { name: 'Fields on page 1' }).getByRole('button').first().waitFor();
  await press(page, 'Send');
  await ledTo(page, /^First name/);
  await page.keyboard.type('Ada');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Byron');
  await page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('heading', { name: 'Sent to Grace Hopper' }).waitFor();
  expect(clicks.length).toBeGreaterThan(3);
  expect(clicks.length).toBeLessThanOrEqual(8);
  await page.context().close();
});

test('signing a request takes at most four clicks from the mail to the end', async () => {
  const page = await newPerson(world.browser);
  const clicks = await clicksIn(page.context());
  await page.goto(linkIn(await world.mailbox.about(grace, '/transaction/'), /\/transaction\//));
  await press(page, 'Start');
  await page.locator('[data-place][data-kind=signature] [data-input]').click();
  const dialog = page.getByRole('dialog', { name: 'Your signature' });
  await dialog.getByRole('button', { name: 'Use this signature', disabled: false }).click();
  await page.getByRole('dialog', { name: 'Sign now?' }).getByRole('button', { name: 'Sign', exact: true }).click();
  await page.getByRole('heading', { name: 'You have signed' }).waitFor();
  expect(clicks.length).toBeGreaterThan(2);
  expect(clicks.length).toBeLessThanOrEqual(4);
  await page.context().close();
});
