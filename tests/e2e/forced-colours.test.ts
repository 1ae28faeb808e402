/** With colours that the person has forced on everything, what is chosen, where the focus is and what stands on white paper can still be told. */
import type { Locator, Page } from 'playwright';
import { expect, test } from 'vitest';
import { devices } from '../support/chromium.ts';
import { signedIn } from './signed-in.ts';
import { newRequest } from './people.ts';
import { fieldFor, makeRequest, recipient } from './requests.ts';
import { inWorld, type World } from './world.ts';

let world: World;
let page: Page;

inWorld(async (opened) => {
  world = opened;
  page = await signedIn(world);
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
});

const looks = (place: Locator, ...names: readonly string[]): Promise<string[]> =>
  place.first().evaluate((element, wanted) => wanted.map((name) => getComputedStyle(element).getPropertyValue(name)), names);

test('the current area, the current filter and the focus are distinguishable', async () => {
  const filters = page.getByRole('navigation', { name: 'Filter' });
  expect(await looks(filters.locator('[aria-current]'), 'background-color')).not.toEqual(await looks(filters.locator(':is(a, button):not([aria-current])'), 'background-color'));
  const areas = page.getByRole('navigation', { name: 'Main menu' });
  const here = areas.locator('[aria-current=page]');
  const elsewhere = areas.locator('a:not([aria-current])').last();
  expect(await looks(here, 'background-color')).not.toEqual(await looks(elsewhere, 'background-color'));
  await elsewhere.focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  const [style, width, colour] = await looks(elsewhere, 'outline-style', 'outline-width', 'outline-color');
  const [ground] = await looks(page.locator('body'), 'background-color');
  expect([style, Number.parseFloat(width ?? '0') >= 2, colour === ground]).toEqual(['solid', true, false]);
  const [icon] = await looks(here.locator('svg'), 'color');
  expect(icon).not.toBe((await looks(here, 'background-color'))[0]);
});

test('the current tab and the selected field are distinguishable', async () => {
  const editor = await signedIn(world);
  await newRequest(editor, await world.ownForm('Lease.pdf'));
  await editor.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
  await editor.getByRole('button', { name: 'Accept all' }).click();
  const tabs = editor.getByRole('tab');
  expect(await looks(tabs.and(editor.locator('[aria-selected=true]')), 'background-color')).not.toEqual(await looks(tabs.and(editor.locator('[aria-selected=false]')), 'background-color'));
  const fields = editor.locator('[data-page="1"] [data-field]');
  await fields.first().click();
  await editor.locator('[data-field][data-selected]').waitFor();
  const borders = ['border-top-color', 'border-top-width', 'outline-style', 'outline-color'];
  expect(await looks(fields.and(editor.locator('[data-selected]')), ...borders)).not.toEqual(await looks(fields.and(editor.locator(':not([data-selected])')), ...borders));
  await editor.context().close();
});

test('fields on the white page keep the colours of the page', async () => {
  const grace = 'grace@example.com';
  const { id } = await makeRequest(world, page, { name: 'Paper.pdf', recipients: [recipient('Grace Hopper', grace)], fields: [fieldFor(grace, 'text'), fieldFor(grace, 'signature', 1)] });
  const reader = await signedIn(world, { email: grace, first: 'Grace', last: 'Hopper' }, devices.desk);
  await reader.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
  await reader.goto(`${world.product.url}/transaction/${id}`);
  await reader.getByRole('dialog').getByRole('button', { name: 'Start' }).click();
  const place = reader.locator('[data-place]').first();
  await place.waitFor();
  const [adjust, paper] = await looks(reader.locator('[data-page="1"]'), 'forced-color-adjust', 'background-color');
  expect([adjust, paper]).toEqual(['none', 'rgb(255, 255, 255)']);
  const [border] = await looks(place, 'border-top-color');
  expect(border).not.toBe('rgb(255, 255, 255)');
  await reader.context().close();
});
