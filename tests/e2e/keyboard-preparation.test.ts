/** A request is prepared and sent without a pointer: a document opened, fields placed, moved, sized, typed, assigned. */
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import type { Field } from '#contract/entities/field.ts';
import { chooserOf } from '../support/chromium.ts';
import { signedIn } from './signed-in.ts';
import { ledInto, ledTo, tabTo } from './keyboard.ts';
import { inWorld, type World } from './world.ts';

let world: World;
let page: Page;

inWorld(async (opened) => {
  world = opened;
  page = await signedIn(world);
});

const press = async (...keys: string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key);
};

const addPerson = async (name: string, email: string): Promise<void> => {
  await tabTo(page, /^Name/);
  await page.keyboard.type(name);
  await tabTo(page, /^E-mail address/);
  await page.keyboard.type(email);
  await press('Enter');
  await page.getByRole('complementary').getByText(email).first().waitFor();
  await ledTo(page, /^Name/);
};

/** The field under the keyboard, as it stands on its page. */
const placeOf = () =>
  page.evaluate(() => {
    const { left, top, width, height } = (document.activeElement as HTMLElement).style;
    return [left, top, width, height].map(Number.parseFloat) as [number, number, number, number];
  });

/** Chooses an entry of a list by its first letters. */
const choose = async (letters: string): Promise<void> => {
  const control = await page.evaluateHandle(() => document.activeElement);
  await press('Enter');
  await ledInto(page, 'listbox');
  await page.keyboard.type(letters);
  await ledTo(page, new RegExp(letters));
  await press('Enter');
  await page.getByRole('listbox').waitFor({ state: 'detached' });
  // The list gives the keyboard back a moment after it is gone; a key before that goes nowhere, too.
  await page.waitForFunction((element) => document.activeElement === element, control);
};

test('a request can be prepared and sent by keyboard alone', async () => {
  await page.goto(`${world.product.url}/transactions`);
  await page.getByRole('heading', { name: 'Requests', level: 1 }).waitFor();
  await tabTo(page, /^New request$/);
  const chooser = await chooserOf(page, () => press('Enter'));
  await chooser.setFiles(await world.ownForm('By keyboard.pdf'));
  await page.waitForURL(/\/create/);

  await page.getByRole('button', { name: 'Discard all' }).waitFor();
  await tabTo(page, /^Discard all$/);
  await press('Enter');
  await addPerson('Grace Hopper', 'grace@example.com');
  await addPerson('Alan Turing', 'alan@example.com');

  await tabTo(page, /^People$/);
  await press('ArrowRight', 'ArrowRight', 'ArrowRight');
  await tabTo(page, /Assign new fields to/);
  await choose('Grace');
  await tabTo(page, /^Signature/);
  await press('ArrowDown', 'ArrowDown', 'Enter');
  await ledTo(page, /^Text for Grace Hopper, page 1/);

  const [left, top, width, height] = await placeOf();
  await press('ArrowRight', 'ArrowRight', 'Shift+ArrowDown', 'Alt+ArrowRight', 'Alt+Shift+ArrowDown');
  const moved = await placeOf();
  expect(moved.map((each, index) => Math.round((each - ([left, top, width, height][index] ?? 0)) * 100) / 100)).toEqual([0.5, 2, 0.25, 2]);

  await press('Enter');
  await ledTo(page, /Assigned to/);
  await choose('Alan');
  await tabTo(page, /Type/);
  await choose('Date');
  await press('Escape');
  await ledTo(page, /^Date for Alan Turing, page 1/);

  // The tools are one stop of the Tab key, at the kind that was used last.
  await tabTo(page, /^Text/);
  await press('ArrowUp', 'ArrowUp', 'Enter');
  await ledTo(page, /^Signature for Grace Hopper, page 1, required/);
  await press('Shift+ArrowUp', 'Shift+ArrowUp', 'Shift+ArrowUp', 'Control+d');
  await press('Control+z');
  await tabTo(page, /^Send$/);
  await press('Enter');
  await page.getByRole('dialog', { name: 'Send for signature?' }).waitFor();
  await ledInto(page, 'dialog');
  await tabTo(page, /^Send$/);
  await press('Enter');
  await page.getByRole('heading', { name: 'Status' }).waitFor();

  const [file] = await world.product.query<{ fields: Field[] }>("select fields from files where title like 'By keyboard%'");
  const assigned = file?.fields.map(({ type, recipient, page: on }) => [type, recipient?.email, on]);
  expect(assigned?.sort()).toEqual([['date', 'alan@example.com', 1], ['signature', 'grace@example.com', 1]]);
  const [row] = await world.product.query("select status from transactions where name like 'By keyboard%'");
  expect(row).toEqual({ status: 'pending' });
});
