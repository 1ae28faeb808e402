/** A sender makes a direct link; somebody without an account opens it, proves their address, signs, and opens it again. */
import type { Locator, Page } from 'playwright';
import { expect, test } from 'vitest';
import { createField, defaultPermittedTypes } from '#contract/entities/field.ts';
import { devices, newPerson } from '../support/chromium.ts';
import { codeIn } from '../support/mailbox.ts';
import { finish, placeOf, typeSignature } from './people.ts';
import { clientIn } from './requests.ts';
import { problemsOf } from './screen-problems.ts';
import { signedIn } from './signed-in.ts';
import { inWorld, type World } from './world.ts';
import { makeOwnForm } from '../fixtures/own-form.ts';
import type { Client } from '../api/client.ts';

let world: World;
let sender: Page;
let visitor: Page;
let client: Client;
let template: { id: string };
let link = '';
const bea = 'bea@example.com';

inWorld(async (opened) => {
  world = opened;
  sender = await signedIn(world);
  client = await clientIn(world, sender);
  const file = await client.addFile(await makeOwnForm(), 'Waiver.pdf');
  const field = createField({ id: 'sign', type: 'signature', page: 1, rect: { x: 40, y: 80, width: 40, height: 6 }, required: true, permittedTypes: defaultPermittedTypes('signature'), recipient: { role: 'signer' } });
  await client.call('files.updateMeta', { params: { id: file.id }, body: { attributes: { fields: [field] } } });
  template = await client.call('templates.create', { body: { name: 'Waiver.pdf', fileIds: [file.id], recipients: [{ role: 'signer' }, { role: 'Owner' }] } });
  visitor = await newPerson(world.browser, devices.phone);
});

async function openDialog(): Promise<Locator> {
  await sender.getByRole('button', { name: 'More', exact: true }).click();
  await sender.getByRole('menuitem', { name: 'Direct link' }).click();
  return sender.getByRole('dialog', { name: 'Direct link' });
}

const closeDialog = (): Promise<void> => sender.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();

test('the sender is told what is in the way, and makes the link once it is not', async () => {
  await sender.goto(`${world.product.url}/template/${template.id}`);
  const panel = await openDialog();
  await panel.getByText('Only one role can be taken by the link.').waitFor();
  expect(await panel.getByRole('button', { name: 'Create link' }).isDisabled()).toBe(true);
  await closeDialog();
  await sender.getByRole('tab', { name: 'Roles' }).click();
  await sender.getByRole('button', { name: 'More options for Owner' }).click();
  await sender.getByRole('menuitem', { name: 'Remove' }).click();
  await openDialog();
  await panel.getByRole('button', { name: 'Create link' }).click();
  link = await panel.getByLabel('Link', { exact: true }).inputValue();
  expect(link).toMatch(/\/direct_link#[\w-]{32}$/);
  await panel.getByLabel('Most requests').fill('none');
  await panel.getByText('Enter a whole number from 1 to 100000.').waitFor();
  await panel.getByLabel('Most requests').fill('2');
  await panel.getByRole('button', { name: 'Save limits' }).click();
  await expect.poll(async () => (await client.call('templates.getDirectLink', { params: { id: template.id } })).link?.maxUses).toBe(2);
  await panel.getByRole('button', { name: 'QR code' }).click();
  await sender.getByRole('img', { name: 'QR code of the direct link' }).waitFor();
  expect(await problemsOf(sender, 'the dialog of a direct link')).toEqual([]);
});

test('somebody without an account gives a name, proves the address, and signs', async () => {
  await visitor.goto(link);
  await visitor.getByText('Ada Byron asks you to sign.').waitFor();
  expect(await problemsOf(visitor, 'the page of a direct link')).toEqual([]);
  await visitor.getByRole('button', { name: 'Continue' }).click();
  await visitor.getByText('Enter your name.').waitFor();
  await visitor.getByText('Enter a valid e-mail address.').waitFor();
  await visitor.getByLabel('First name').fill('Bea');
  await visitor.getByLabel('Last name').fill('Potter');
  await visitor.getByLabel('E-mail address').fill(bea);
  await visitor.getByRole('button', { name: 'Continue' }).click();
  await visitor.waitForURL(/\/sign-in/);
  // The page gets it from the server.
  await expect.poll(() => visitor.getByLabel('E-mail address').inputValue()).toBe(bea);
  await visitor.getByRole('button', { name: 'Send code' }).click();
  await visitor.getByLabel('Code from the e-mail').fill(codeIn(await world.mailbox.about(bea, /\b\d{6}\b/)));
  await visitor.waitForURL(/\/transaction\/[0-9a-f]{24}/);
  await placeOf(visitor, 'signature').waitFor();
  await typeSignature(visitor, 'Bea Potter');
  await finish(visitor);
  await expect.poll(async () => (await client.call('templates.directLinkRequests', { params: { id: template.id } })).requests).toMatchObject([{ status: 'completed', person: { email: bea, firstName: 'Bea' } }]);
});

test('a second time the page says that they have signed, and the sender sees who it was', async () => {
  await visitor.goto(link);
  await visitor.getByText(`You sign as ${bea}.`).waitFor();
  expect(await problemsOf(visitor, 'the page of a direct link, signed in')).toEqual([]);
  await visitor.getByRole('button', { name: 'Start' }).click();
  await visitor.getByText('You have already signed or declined with this link.').waitFor();
  await sender.reload();
  const panel = await openDialog();
  await panel.getByRole('link', { name: 'Bea Potter' }).waitFor();
  await panel.getByText('Completed').waitFor();
});

test('a replaced link takes nobody, and one that is switched off says so', async () => {
  const panel = sender.getByRole('dialog', { name: 'Direct link' });
  await panel.getByRole('button', { name: 'Replace link' }).click();
  await sender.getByRole('alertdialog').getByRole('button', { name: 'Replace' }).click();
  await visitor.goto(`${world.product.url}/favicon.svg`);
  await visitor.goto(link);
  await visitor.getByRole('heading', { name: 'This link doesn\'t work' }).waitFor();
  await expect.poll(() => panel.getByLabel('Link', { exact: true }).inputValue()).not.toBe(link);
  link = await panel.getByLabel('Link', { exact: true }).inputValue();
  await panel.locator('label').filter({ hasText: 'The link works' }).click();
  await expect.poll(async () => (await client.call('templates.getDirectLink', { params: { id: template.id } })).link?.enabled).toBe(false);
  await visitor.goto(`${world.product.url}/favicon.svg`);
  await visitor.goto(link);
  await visitor.getByRole('heading', { name: 'This link is switched off' }).waitFor();
  expect(await problemsOf(visitor, 'a closed direct link')).toEqual([]);
});
