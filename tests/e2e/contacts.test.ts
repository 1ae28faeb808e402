/** The contacts of a person: from requests and by hand, searched, edited, deleted; on a phone too. */
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { devices } from '../support/chromium.ts';
import { askOne } from './requests.ts';
import { problemsOf } from './screen-problems.ts';
import { signedIn } from './signed-in.ts';
import { inWorld, type World } from './world.ts';

let world: World;
let page: Page;

inWorld(async (opened) => {
  world = opened;
  page = await signedIn(world);
});

const row = (text: string) => page.getByRole('list', { name: 'Contacts' }).getByRole('listitem').filter({ hasText: text });
const dialog = () => page.getByRole('dialog');
const choose = async (of: string, action: string): Promise<void> => {
  await row(of).getByRole('button').click();
  await page.getByRole('menuitem', { name: action }).click();
};

test('somebody asked to sign becomes a contact, which the settings list', async () => {
  await page.goto(`${world.product.url}/profile`);
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Contacts' }).click();
  await page.getByRole('heading', { name: 'No contacts yet' }).waitFor();
  await askOne(world, page, 'Lease.pdf', { name: 'Grace Hopper', email: 'grace@example.com' });
  await page.goto(`${world.product.url}/contacts`);
  await row('Grace Hopper').getByText('grace@example.com').waitFor();
  expect(await problemsOf(page, 'contacts')).toEqual([]);
});

test('a contact is added by hand with an address or a number, edited, searched and deleted', async () => {
  await page.goto(`${world.product.url}/contacts`);
  await page.getByRole('button', { name: 'Add contact' }).click();
  await dialog().getByLabel('First name').fill('Alan');
  await dialog().getByRole('button', { name: 'Add contact' }).click();
  await dialog().getByText(/^Enter an e.mail address or a phone number\.$/).waitFor();
  await dialog().getByLabel('Phone number').fill('+44 20 7946 0000');
  await dialog().getByRole('button', { name: 'Add contact' }).click();
  await row('Alan').getByText('+44 207 946 0000').waitFor();

  await choose('Alan', 'Edit');
  await dialog().getByLabel('Last name').fill('Turing');
  await dialog().getByLabel('E-mail address').fill('GRACE@example.com');
  await dialog().getByRole('button', { name: 'Save' }).click();
  await dialog().getByText('You already have a contact with this address or number.').waitFor();
  await dialog().getByLabel('E-mail address').fill('alan@example.com');
  await dialog().getByRole('button', { name: 'Save' }).click();
  await row('Alan Turing').getByText('alan@example.com · +44 207 946 0000').waitFor();

  await page.getByRole('button', { name: 'Add contact' }).click();
  await dialog().getByLabel('E-mail address').fill('Alan@example.com');
  await dialog().getByRole('button', { name: 'Add contact' }).click();
  await dialog().getByText('You already have a contact with this address or number.').waitFor();
  await dialog().getByRole('button', { name: 'Cancel' }).click();
  await row('Alan Turing').getByText('alan@example.com · +44 207 946 0000').waitFor();

  await page.getByRole('searchbox', { name: 'Search contacts' }).fill('+44 207');
  await row('Grace Hopper').waitFor({ state: 'detached' });
  await row('Alan Turing').waitFor();
  await page.getByRole('searchbox', { name: 'Search contacts' }).fill('turing');
  await row('Grace Hopper').waitFor({ state: 'detached' });
  await page.waitForURL(/\/contacts\?search=turing$/);
  await page.reload();
  await choose('Alan Turing', 'Delete');
  await page.getByRole('alertdialog', { name: 'Delete Alan Turing?' }).getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Nothing found for “turing”.').waitFor();
  expect(await page.getByRole('list', { name: 'Contacts' }).getByRole('listitem').count()).toBe(0);
});

test('on a phone of 320 px everything fits, and the dialog is a sheet', async () => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(`${world.product.url}/contacts`);
  await choose('Grace Hopper', 'Edit');
  await dialog().getByLabel('Phone number').waitFor();
  expect(await problemsOf(page, 'a contact on a phone')).toEqual([]);
  await dialog().getByRole('button', { name: 'Cancel' }).click();
  expect(await problemsOf(page, 'contacts on a phone')).toEqual([]);
  await page.setViewportSize(devices.desk.viewport);
});
