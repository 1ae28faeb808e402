/** Whose a field is before it is sent: the only recipient's, or somebody's that is asked for. */
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import type { Field } from '#contract/entities/field.ts';
import { makeFillableForm } from '../fixtures/fillable-form.ts';
import { signedIn } from './signed-in.ts';
import { addRecipient, newRequest } from './people.ts';
import { inWorld, type World } from './world.ts';

let world: World;
let page: Page;

inWorld(async (opened) => {
  world = opened;
  page = await signedIn(world);
  await newRequest(page, world.file('Application.pdf', await makeFillableForm('Application')));
});

const fields = () => page.locator('[data-page="1"] [data-field]');
const names = () => fields().evaluateAll((all) => all.map((field) => field.getAttribute('aria-label') ?? ''));
const storedRecipients = async () => {
  const [file] = await world.product.query<{ fields: Field[] }>('select fields from files');
  return file?.fields.map(({ recipient }) => recipient?.email ?? null);
};

test('fields of the file are assigned to the first recipient', async () => {
  await expect.poll(() => fields().count()).toBe(2);
  await addRecipient(page, 'Grace Hopper', 'grace@example.com');
  await expect.poll(names).toEqual([expect.stringContaining('for Grace Hopper'), expect.stringContaining('for Grace Hopper')]);
  await expect.poll(storedRecipients, { timeout: 15_000 }).toEqual(['grace@example.com', 'grace@example.com']);
});

test('with two recipients, unassigned fields are asked about before sending', async () => {
  await addRecipient(page, 'Alan Turing', 'alan@example.com');
  await fields().first().click();
  // Whose it is stays in sight beside the handles.
  const covering = () => fields().first().evaluate((element) => {
    const owner = element.querySelector('[data-owner]')?.getBoundingClientRect();
    const handles = [...element.querySelectorAll('[data-handle]')].map((each) => each.getBoundingClientRect());
    if (!owner || handles.length === 0) return null;
    return handles.filter(({ width, left, right, top, bottom }) => width > 0 && left < owner.right && right > owner.left && top < owner.bottom && bottom > owner.top).length;
  });
  await expect.poll(covering).toBe(0);
  await page.getByRole('region', { name: 'Properties' }).getByRole('button', { name: /Assigned to/ }).click();
  await page.getByRole('option', { name: 'Any signer' }).click();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: "1 field isn't assigned to anyone. Who should fill it in?" });
  await dialog.getByRole('button', { name: 'Show them' }).click();
  await expect.poll(() => page.evaluate(() => document.activeElement?.hasAttribute('data-field'))).toBe(true);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByText('Choose who should fill them in.').waitFor();
  await dialog.getByText('Alan Turing').click();
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect.poll(storedRecipients).toEqual(['alan@example.com', 'grace@example.com']);
});
