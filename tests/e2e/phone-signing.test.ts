/** A signing by thumb: one field at a time in the panel, with names and messages as a screen reader has them. */
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { devices, newPerson } from '../support/chromium.ts';
import { linkIn } from '../support/mailbox.ts';
import { signedIn } from './signed-in.ts';
import { problemsOf } from './screen-problems.ts';
import { ledTo } from './keyboard.ts';
import { drawIn, openRequest } from './people.ts';
import { clientIn, fieldFor, makeRequest, recipient } from './requests.ts';
import { inWorld, type World } from './world.ts';

const grace = 'grace@example.com';
let world: World;
let sender: Page;
let id: string;

/** Beside the rules and boxes of the project's own form. */
const line = (number: number) => ({ x: 36, y: 16.5 + number * 5.56, width: 54, height: 2.6 });

inWorld(async (opened) => {
  world = opened;
  sender = await signedIn(world);
  const request = await makeRequest(world, sender, {
    name: 'Rental agreement.pdf',
    recipients: [recipient('Grace Hopper', grace)],
    fields: [
      { ...fieldFor(grace, 'text'), rect: line(0), required: true },
      { ...fieldFor(grace, 'text', 1), rect: line(3), textFormat: 'email' },
      { ...fieldFor(grace, 'date', 2), rect: line(4), tooltip: 'Moving in on', required: true, dateFormat: 'DD.MM.YYYY' },
      // Belongs to any signer: it is to be filled all the same.
      { ...fieldFor(grace, 'checkmark', 3), rect: { x: 9.15, y: 47.8, width: 2.1, height: 1.7 }, recipient: null },
      { ...fieldFor(grace, 'signature', 4), rect: { x: 40, y: 82, width: 40, height: 7 } },
    ],
  });
  ({ id } = request);
});

/** The fields of the document as a reader lists them. */
const fieldsOf = (page: Page): Promise<string> => page.getByRole('group', { name: 'Fields on page 1' }).ariaSnapshot();

test('a request is filled and signed on a phone', async () => {
  const page = await newPerson(world.browser, devices.phone);
  await openRequest(page, linkIn(await world.mailbox.about(grace, '/transaction/'), /\/transaction\//));
  const panel = page.getByRole('region', { name: 'Your fields' });

  await page.locator('[data-place]').first().waitFor();
  // The first place comes by itself, under the words beside its line.
  await ledTo(page, /^Full name of the tenant$/);
  await panel.getByRole('status').filter({ hasText: '1 of 5' }).waitFor();
  await expect.poll(() => fieldsOf(page)).toMatch(/Full name of the tenant[^]*E-mail address[^]*Moving in on[^]*The dwelling is furnished[^]*Signature/);
  expect(await problemsOf(page, 'panel for a text')).toEqual([]);
  const first = panel.getByRole('textbox', { name: 'Full name of the tenant' });
  expect(await first.evaluate((input) => ({ size: Number.parseFloat(getComputedStyle(input).fontSize) >= 16, key: input.getAttribute('enterkeyhint') }))).toEqual({ size: true, key: 'next' });
  // What asks for it stands beside the place, not outside of the window.
  const place = page.locator('[data-current]');
  const seen = await place.boundingBox();
  expect(seen?.x).toBeGreaterThan(60);
  expect((seen?.y ?? 0) + (seen?.height ?? 0)).toBeLessThan((await panel.boundingBox())?.y ?? 0);
  await page.keyboard.type('Grace Hopper');
  await page.keyboard.press('Enter');

  // A wrong address says what is expected, and holds the signing back.
  const mail = panel.getByRole('textbox', { name: /^E-mail address/ });
  await ledTo(page, /^E-mail address/);
  expect(await mail.getAttribute('inputmode')).toBe('email');
  await page.keyboard.type('grace');
  await page.keyboard.press('Enter');
  await ledTo(page, /^Moving in on$/);
  await page.getByRole('status').filter({ hasText: /Enter an e.mail address, for example name@example\.com\./ }).waitFor({ state: 'attached' });
  await page.keyboard.type('3/5/2026');
  await panel.getByText('March 5, 2026').waitFor();
  await panel.getByRole('button', { name: 'Next' }).tap();

  // Where one is, and the way to any other page.
  const view = page.getByRole('toolbar', { name: 'View' });
  await view.getByRole('button', { name: 'Show all pages' }).tap();
  await page.getByRole('dialog').getByRole('button', { name: 'Go to page 2' }).tap();
  await expect.poll(() => view.getByRole('textbox', { name: 'Page' }).inputValue()).toBe('2');
  await view.getByRole('textbox', { name: 'Page' }).fill('1');
  await view.getByRole('textbox', { name: 'Page' }).press('Enter');
  await expect.poll(() => view.locator('[data-page-now]').getAttribute('data-page-now')).toBe('1');
  await panel.getByRole('checkbox', { name: /The dwelling is furnished/ }).tap();
  await panel.getByRole('button', { name: 'Next' }).tap();

  // The name is typed and offered whole, in one press.
  await panel.getByRole('button', { name: 'Type', exact: true }).tap();
  const dialog = page.getByRole('dialog', { name: 'Your signature' });
  await dialog.getByRole('button', { name: 'Use this signature', disabled: false }).tap();
  // The address is still wrong: it is gone back to, and no question comes before that.
  await ledTo(page, /^E-mail address/);
  await mail.fill('grace@example.com');
  await panel.getByRole('status').filter({ hasText: 'Ready to sign' }).waitFor();
  // Any field opens the panel, and says what stands in it.
  await page.getByRole('button', { name: 'Moving in on: 05.03.2026' }).tap();
  await panel.getByRole('textbox', { name: 'Moving in on' }).waitFor();
  await panel.getByRole('button', { name: 'Sign', exact: true }).tap();
  await page.getByRole('dialog', { name: 'Sign now?' }).getByRole('button', { name: 'Sign', exact: true }).tap();
  await page.getByRole('heading', { name: 'You have signed' }).waitFor();
  await page.getByText('Rental agreement.pdf').waitFor();
  expect(await problemsOf(page, 'signed')).toEqual([]);
  const [row] = await world.product.query<{ fields: { type: string; value: unknown }[] }>('select f.fields from files f join transaction_files t on t.file_id = f.id where t.transaction_id = $1', [id]);
  expect(row?.fields.filter(({ type }) => type !== 'signature').map(({ value }) => value)).toEqual(['Grace Hopper', 'grace@example.com', '05.03.2026', true]);
  await page.context().close();
});

test('in landscape the signature pad fills the screen and shows a preview', async () => {
  const request = await makeRequest(world, sender, { name: 'Sideways.pdf', recipients: [recipient('Grace Hopper', grace)], fields: [fieldFor(grace, 'signature'), fieldFor(grace, 'signature', 1)] });
  const page = await newPerson(world.browser, { ...devices.phone, viewport: { width: 740, height: 360 } });
  await openRequest(page, linkIn(await world.mailbox.about(grace, `/transaction/${request.id}`), /\/transaction\//));
  const panel = page.getByRole('region', { name: 'Your fields' });
  await panel.getByRole('button', { name: 'Draw', exact: true }).tap();
  const dialog = page.getByRole('dialog', { name: 'Your signature' });
  for (const viewport of [{ width: 740, height: 360 }, { width: 844, height: 390 }]) {
    await page.setViewportSize(viewport);
    await expect.poll(async () => ((await dialog.locator('canvas').boundingBox())?.height ?? 0) / viewport.height).toBeGreaterThan(0.6);
  }
  await drawIn(page, dialog);
  const ink = () => dialog.locator('canvas').evaluate((canvas: HTMLCanvasElement) => canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data.some((value, at) => at % 4 === 3 && value > 0));
  await dialog.getByRole('tab', { name: 'Type' }).tap();
  await dialog.getByRole('tab', { name: 'Draw' }).tap();
  expect(await ink()).toBe(true);
  await dialog.getByRole('button', { name: 'Use this signature' }).tap();
  // It is offered for the next place, and not put there unasked.
  await panel.getByRole('button', { name: 'Use again' }).tap();

  // What ends the request elsewhere is told here at once, with what was filled in.
  await page.getByRole('dialog', { name: 'Sign now?' }).waitFor();
  await (await clientIn(world, sender)).call('transactions.cancel', { params: { id: request.id } });
  await page.getByText('Ada Byron canceled this request. There is nothing left for you to do.').waitFor();
  expect(await page.locator('[data-filled]').count()).toBe(2);
  await page.getByRole('button', { name: 'See the request' }).tap();
  await page.getByText('The request was canceled.').waitFor();
  await page.context().close();
});
