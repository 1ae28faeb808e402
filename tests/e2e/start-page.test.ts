/** What the start page puts at hand: the templates used last, and documents that are dropped, on other screens too. */
import type { JSHandle, Page } from 'playwright';
import { expect, test } from 'vitest';
import { makeOwnForm } from '../fixtures/own-form.ts';
import { chooserOf } from '../support/chromium.ts';
import { clientIn, makeDraft } from './requests.ts';
import { signedIn } from './signed-in.ts';
import { inWorld, type World } from './world.ts';

let world: World;
let page: Page;

inWorld(async (opened) => {
  world = opened;
  page = await signedIn(world);
});

test('a template is used with one press, by keyboard, before and after the first request', async () => {
  const client = await clientIn(world, page);
  const { id } = await makeDraft(world, page, { name: 'Lease', recipients: [] });
  await client.call('templates.fromTransaction', { params: { id }, body: { name: 'Lease of a house' } });
  await client.call('transactions.delete', { params: { id } });
  await page.goto(`${world.product.url}/transactions`);
  const recent = page.getByRole('navigation', { name: 'Recent templates' });
  await recent.getByRole('link', { name: 'Use: Lease of a house' }).press('Enter');
  await page.getByRole('dialog', { name: 'Who takes which role?' }).getByRole('button', { name: 'Create request' }).click();
  await page.waitForURL(/\/transaction\/[0-9a-f]{24}\/create/);
  await page.goto(`${world.product.url}/transactions`);
  await recent.getByRole('link', { name: 'Use: Lease of a house' }).waitFor();
  await page.goto(`${world.product.url}/transactions?filter=draft`);
  await page.getByRole('list', { name: 'Requests' }).waitFor();
  expect(await recent.count()).toBe(0);
});

const idIn = (on: Page): string => /[0-9a-f]{24}/.exec(on.url())?.[0] ?? '';

async function carried(name: string): Promise<JSHandle<DataTransfer>> {
  const body = Buffer.from(await makeOwnForm()).toString('base64');
  return page.evaluateHandle(({ base64, title }) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], title, { type: 'application/pdf' }));
    return transfer;
  }, { base64: body, title: name });
}

test('where a screen does not tell what a dropped document is for, it is asked', async () => {
  await page.goto(`${world.product.url}/contacts`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  const dataTransfer = await carried('Dropped.pdf');
  await page.dispatchEvent('main', 'dragenter', { dataTransfer });
  await page.getByText('Drop to choose where it goes').waitFor();
  await page.dispatchEvent('main', 'drop', { dataTransfer });
  const dialog = page.getByRole('dialog', { name: 'Where should the documents go?' });
  await dialog.getByText('Dropped.pdf').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.dispatchEvent('main', 'dragenter', { dataTransfer });
  await page.dispatchEvent('main', 'drop', { dataTransfer });
  // The likely one has the focus.
  await dialog.waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/transaction\/[0-9a-f]{24}\/create/);
  expect((await (await clientIn(world, page)).call('transactions.get', { params: { id: idIn(page) } })).name).toBe('Dropped.pdf');
});

test('with the keyboard the first link of every screen leads to the same choices', async () => {
  await page.goto(`${world.product.url}/contacts`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Add documents');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Add documents' }).waitFor();
  await page.getByRole('button', { name: 'Sign it yourself' }).waitFor();
  await page.getByRole('button', { name: 'New request' }).focus();
  await (await chooserOf(page, () => page.keyboard.press('Enter'))).setFiles(await world.ownForm('By keyboard.pdf'));
  await page.waitForURL(/\/transaction\/[0-9a-f]{24}\/create/);
});
