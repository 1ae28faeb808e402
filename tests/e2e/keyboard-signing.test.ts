/** A signing without a pointer: from the introduction to the end. */
import { expect, test } from 'vitest';
import type { FieldInput } from '#contract/entities/field.ts';
import { noRules, type NumberFormat } from '#contract/entities/rules.ts';
import { newPerson } from '../support/chromium.ts';
import { linkIn } from '../support/mailbox.ts';
import { signedIn } from './signed-in.ts';
import { ledInto, ledTo, tabTo } from './keyboard.ts';
import { placeOf } from './people.ts';
import { fieldFor, makeRequest, recipient } from './requests.ts';
import { inWorld, type World } from './world.ts';

const grace = 'grace@example.com';
const above = (id: string, y: number): FieldInput => ({ id, page: 1, rect: { x: 40, y, width: 30, height: 2.5 }, recipient: { email: grace } });
const dollars: NumberFormat = { decimals: 2, decimalSign: '.', grouping: ',', currency: 'USD', prefix: '$', suffix: '', min: '1', max: null };
let world: World;

inWorld(async (opened) => {
  world = opened;
  const sender = await signedIn(world);
  await makeRequest(world, sender, {
    name: 'Running agreement.pdf',
    recipients: [recipient('Grace Hopper', grace)],
    fields: [
      { ...fieldFor(grace, 'text'), tooltip: 'Remarks', comb: true, textMaxLength: 20 },
      // Before all others on the page.
      { ...above('price', 5), tooltip: 'Price', helpText: 'Without taxes.', dataLabel: 'Price', required: true, rules: { ...noRules, number: dollars } },
      { ...above('plan', 10), tooltip: 'Plan', dataLabel: 'Plan', options: ['Monthly', 'Yearly'] },
      { ...above('months', 15), tooltip: 'Months', dataLabel: 'Months', rules: { ...noRules, shownWhen: 'Plan = "Monthly"', requiredWhen: 'Plan = "Monthly"', number: { ...dollars, decimals: 0, prefix: '', min: '1', max: '12' } } },
      { ...above('total', 20), readonly: true, rules: { ...noRules, formula: 'Price * if(Plan = "Monthly", Months, 12)', number: dollars } },
      { ...fieldFor(grace, 'date', 1), tooltip: 'Starts on', required: true, dateFormat: 'DD.MM.YYYY' },
      { ...fieldFor(grace, 'checkmark', 2), tooltip: 'Send me a copy' },
      // On one line, so that they are apart.
      { ...fieldFor(grace, 'radio', 2), tooltip: 'By post', rect: { x: 75, y: 80, width: 2, height: 1.5 }, group: 'group-1', required: true },
      { ...fieldFor(grace, 'radio', 3), tooltip: 'By e-mail', rect: { x: 85, y: 80, width: 2, height: 1.5 }, group: 'group-1', required: true },
      fieldFor(grace, 'signature', 3),
    ],
  });
  await sender.context().close();
});

test('a request can be signed by keyboard alone', async () => {
  const page = await newPerson(world.browser);
  await page.goto(linkIn(await world.mailbox.about(grace, '/transaction/'), /\/transaction\//));
  await page.getByRole('heading', { name: 'Running agreement.pdf' }).waitFor();
  await tabTo(page, /^Start$/);
  await page.keyboard.press('Enter');
  await page.locator('[data-place]').first().waitFor();
  await ledTo(page, /^Price$/);
  const total = page.locator('[data-place$="/total"]');
  // A number is checked and written as the sender wants it, and what depends on it is calculated at once.
  await page.keyboard.type('0.5');
  await page.keyboard.press('Tab');
  await page.getByText('Enter $1.00 or more.').first().waitFor();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Control+A');
  await page.keyboard.type('1234.5');
  await page.keyboard.press('Enter');
  await ledTo(page, /^Plan$/);
  await expect.poll(() => total.innerText()).toBe('$14,814.00');
  expect(await page.locator('[data-input="price"]').inputValue()).toBe('$1,234.50');
  // An answer brings the question that depends on it.
  await page.locator('[data-input="months"]').waitFor({ state: 'detached' });
  await page.keyboard.type('Mon');
  await page.locator('[data-input="months"][aria-required=true]').waitFor();
  await tabTo(page, /^Months$/);
  await page.keyboard.type('10');
  await expect.poll(() => total.innerText()).toBe('$12,345.00');
  await page.keyboard.press('Enter');
  await ledTo(page, /^Remarks$/);
  await page.keyboard.type('By keyboard');
  // One letter in each cell while it is typed; choices are round.
  expect(await page.locator('[data-comb]').evaluate((input) => Number.parseFloat(getComputedStyle(input).letterSpacing))).toBeGreaterThan(0);
  expect(await page.locator('[data-place][data-kind=radio] label').first().evaluate((label) => Number.parseFloat(getComputedStyle(label, '::before').borderRadius))).toBeGreaterThan(0);
  // Enter goes on to the next place.
  await page.keyboard.press('Enter');
  await ledTo(page, /^Starts on$/);
  // Typed as people of the language write it; the document has it in the form of the field.
  await page.keyboard.type('12/31/2026');
  await page.keyboard.press('Enter');
  await ledTo(page, /^Send me a copy$/);
  expect(await placeOf(page, 'date').inputValue()).toBe('31.12.2026');
  await page.keyboard.press('Space');
  await tabTo(page, /^By post$/);
  await page.keyboard.press('ArrowDown');
  await ledTo(page, /^By e-mail$/);
  // The choices of a group are one stop of the Tab key.
  await page.keyboard.press('Tab');
  await ledTo(page, /^Signature/);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Your signature' });
  await dialog.waitFor();
  await ledInto(page, 'dialog');
  await tabTo(page, /^Type$/);
  await tabTo(page, /^Your name$/);
  await page.keyboard.press('Control+A');
  await page.keyboard.type('Grace Hopper');
  await dialog.getByRole('button', { name: 'Use this signature', disabled: false }).waitFor();
  await tabTo(page, /^Use this signature$/);
  await page.keyboard.press('Enter');
  // Nothing is left to fill in: the last question comes by itself, and Enter answers it.
  await page.getByRole('dialog', { name: 'Sign now?' }).waitFor();
  await ledTo(page, /^Sign$/);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'You have signed' }).waitFor();
  await page.getByText('Running agreement.pdf').waitFor();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download a copy' }).click()]);
  expect(download.suggestedFilename()).toMatch(/\.pdf$/);
  const [row] = await world.product.query("select status from transactions where name like 'Running%'");
  expect(row).toEqual({ status: 'completed' });
});
