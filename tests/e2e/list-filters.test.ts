/** Filters of the list of requests by person and date, kept under a name, by keyboard and on another device. */
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { devices } from '../support/chromium.ts';
import { makeDraft, recipient } from './requests.ts';
import { ada, signedIn } from './signed-in.ts';
import { inWorld, type World } from './world.ts';

let world: World;
let page: Page;

inWorld(async (opened) => {
  world = opened;
  page = await signedIn(world);
  await makeDraft(world, page, { name: 'For Grace.pdf', recipients: [recipient('Grace Hopper', 'grace@example.com')] });
  const { id } = await makeDraft(world, page, { name: 'For Alan.pdf', recipients: [recipient('Alan Turing', 'alan@example.com')] });
  await makeDraft(world, page, { name: 'About grace.pdf', recipients: [recipient('Alan Turing', 'alan@example.com')] });
  await world.product.query("update transactions set created_at = '2025-03-10T12:00:00Z' where id = $1", [id]);
  await page.goto(`${world.product.url}/transactions`);
});

const rows = (on: Page) => on.getByRole('list', { name: 'Requests' }).getByRole('listitem');
const titlesIn = async (on: Page): Promise<string[]> => (await rows(on).getByRole('link').allInnerTexts()).map((text) => text.split('\n')[0] ?? '').toSorted();
async function showsOnly(on: Page, titles: string[]): Promise<void> {
  await expect.poll(() => titlesIn(on)).toEqual(titles.toSorted());
}

/** Presses a control by keyboard. */
async function press(on: Page, name: string): Promise<void> {
  await on.getByRole('button', { name, exact: true }).focus();
  await on.keyboard.press('Enter');
}

test('the list is filtered by a person who is suggested, and by days, with the keyboard alone', async () => {
  await press(page, 'Person and date');
  const dialog = page.getByRole('dialog', { name: 'Filter by person and date' });
  await dialog.getByRole('combobox', { name: 'Person' }).focus();
  await page.keyboard.type('grace');
  await page.getByRole('option', { name: /grace@example.com/ }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect.poll(() => dialog.getByRole('combobox', { name: 'Person' }).inputValue()).toBe('grace@example.com');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await showsOnly(page, ['For Grace.pdf']);
  expect(new URL(page.url()).searchParams.get('person')).toBe('grace@example.com');
  await press(page, 'Remove filter: With grace@example.com');
  await showsOnly(page, ['For Grace.pdf', 'For Alan.pdf', 'About grace.pdf']);

  await press(page, 'Person and date');
  await dialog.getByLabel('Created on or after').fill('2025-03-11');
  await dialog.getByLabel('Created on or before').fill('2025-03-10');
  await page.keyboard.press('Enter');
  await dialog.getByText('This day is before the first one.').waitFor();
  await dialog.getByLabel('Created on or after').fill('2025-03-10');
  await page.keyboard.press('Enter');
  await showsOnly(page, ['For Alan.pdf']);
  await page.goBack();
  await showsOnly(page, ['For Grace.pdf', 'For Alan.pdf', 'About grace.pdf']);
  await page.goForward();
  await showsOnly(page, ['For Alan.pdf']);
});

test('a filter is kept, and there on a phone; it is renamed and deleted', async () => {
  await page.goto(`${world.product.url}/transactions?person=alan&from=2025-03-01&until=2025-03-31`);
  await showsOnly(page, ['For Alan.pdf']);
  await press(page, 'Saved filters');
  await page.getByRole('menuitem', { name: 'Save this filter' }).press('Enter');
  await page.getByRole('dialog').getByLabel('Name').fill('Alan in March');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  const phone = await signedIn(world, ada, devices.phone);
  await phone.getByRole('button', { name: 'Filter and sort' }).tap();
  await phone.getByRole('button', { name: 'Saved filters' }).tap();
  await phone.getByRole('menuitem', { name: 'Alan in March' }).tap();
  await showsOnly(phone, ['For Alan.pdf']);
  expect(Object.fromEntries(new URL(phone.url()).searchParams)).toEqual({ person: 'alan', from: '2025-03-01', until: '2025-03-31' });

  await press(page, 'Saved filters');
  await page.getByRole('menuitem', { name: 'Rename or delete' }).press('Enter');
  await page.getByRole('button', { name: 'Rename Alan in March' }).press('Enter');
  await page.getByRole('dialog', { name: 'Rename' }).getByLabel('Name').fill('March');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Delete March' }).press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).press('Enter');
  await page.getByRole('button', { name: 'Delete March' }).waitFor({ state: 'detached' });
  expect(await world.product.query('select name from saved_filters')).toEqual([]);
});
