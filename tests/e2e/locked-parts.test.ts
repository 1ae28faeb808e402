/** A template with locked parts: its owner ticks them, and who uses it sees what can't be changed, and why. */
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { createField, defaultPermittedTypes } from '#contract/entities/field.ts';
import type { Client } from '../api/client.ts';
import { makeOwnForm } from '../fixtures/own-form.ts';
import { devices } from '../support/chromium.ts';
import { clientIn } from './requests.ts';
import { problemsOf } from './screen-problems.ts';
import { signedIn } from './signed-in.ts';
import { inWorld, type World } from './world.ts';

let world: World;
let owner: Page;
let user: Page;
let client: Client;
let template: { id: string };
const grace = { email: 'grace@example.com', first: 'Grace', last: 'Hopper' };

inWorld(async (opened) => {
  world = opened;
  [owner, user] = [await signedIn(world), await signedIn(world, grace)];
  client = await clientIn(world, owner);
  const file = await client.addFile(await makeOwnForm(), 'Lease.pdf');
  const field = createField({ id: 'sign', type: 'signature', page: 1, rect: { x: 40, y: 80, width: 40, height: 6 }, required: true, permittedTypes: defaultPermittedTypes('signature'), recipient: { role: 'Tenant' } });
  await client.call('files.updateMeta', { params: { id: file.id }, body: { attributes: { fields: [field] } } });
  const recipients = [{ role: 'Tenant' }, { role: 'Landlord', email: 'carl@example.com', firstName: 'Carl' }];
  template = await client.call('templates.create', { body: { name: 'Lease.pdf', fileIds: [file.id], recipients, message: { title: 'Your lease', body: 'Please sign' } } });
  await client.call('templates.share', { params: { id: template.id }, body: { participants: [{ email: grace.email }] } });
});

test('the owner ticks what others can\'t change', async () => {
  await owner.goto(`${world.product.url}/template/${template.id}`);
  await owner.getByRole('tab', { name: 'Options' }).click();
  const locks = owner.getByRole('region', { name: 'What others can\'t change' });
  for (const part of ['Documents', 'Fields', 'Message', 'People', 'Order of signing', 'Options']) await locks.locator('label').filter({ hasText: new RegExp(`^${part}`) }).click();
  await expect.poll(async () => (await client.call('templates.get', { params: { id: template.id } })).lockedParts).toHaveLength(6);
  expect(await problemsOf(owner, 'the locks of a template')).toEqual([]);
});

test('who uses the template fills the open role only', async () => {
  await user.goto(`${world.product.url}/template/${template.id}/use`);
  const dialog = user.getByRole('dialog', { name: 'Who takes which role?' });
  const fixed = dialog.getByRole('group', { name: 'Landlord' });
  await fixed.getByText('The template names this person.').waitFor();
  expect(await fixed.getByLabel('E-mail address').isDisabled()).toBe(true);
  await dialog.getByRole('group', { name: 'Tenant' }).getByLabel('E-mail address').fill('dora@example.com');
  await dialog.getByRole('button', { name: 'Create request' }).click();
  await user.waitForURL(/\/transaction\/[0-9a-f]{24}\/create$/);
});

test('sees in each panel what is fixed, at a desk', async () => {
  const side = user.getByRole('complementary');
  await side.getByRole('tab', { name: 'Fields' }).click();
  await side.getByText('The template fixes the fields. They can\'t be changed here.').waitFor();
  expect(await user.getByRole('toolbar', { name: 'Field types' }).count()).toBe(0);
  await side.getByRole('tab', { name: 'People' }).click();
  await side.getByText('The template fixes who takes part. You can only fill the open roles.').waitFor();
  expect(await side.getByRole('form', { name: 'Add a recipient' }).count()).toBe(0);
  await side.getByRole('tab', { name: 'Message' }).click();
  expect(await side.getByLabel('Subject').isDisabled()).toBe(true);
  await side.getByRole('tab', { name: 'Options' }).click();
  await side.getByText('The template fixes these options.').waitFor();
  expect(await problemsOf(user, 'a draft with locked parts')).toEqual([]);
  await user.getByRole('button', { name: 'Documents', exact: true }).click();
  await user.getByRole('dialog').getByText('The template fixes the documents.').waitFor();
  await user.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
});

test('and on a phone', async () => {
  await user.setViewportSize(devices.phone.viewport ?? { width: 360, height: 740 });
  await user.reload();
  await user.getByText('The template fixes the fields.').first().waitFor();
  await user.getByRole('button', { name: 'Message' }).click();
  await user.getByRole('dialog').getByText('The template fixes the message.').waitFor();
  expect(await problemsOf(user, 'a draft with locked parts on a phone')).toEqual([]);
});

test('changes the rest', async () => {
  const [draft] = (await (await clientIn(world, user)).call('transactions.list')).transactions;
  expect(draft).toMatchObject({ name: 'Lease.pdf', recipients: [{ email: 'dora@example.com' }, { email: 'carl@example.com' }], locks: { fixedRoles: ['Landlord'] } });
});
