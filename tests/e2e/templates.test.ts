/** What was prepared once is sent again: a request becomes a template, its roles are given to others, and it is shared. */
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import type { Field } from '#contract/entities/field.ts';
import { chooserOf, newPerson } from '../support/chromium.ts';
import { linkIn } from '../support/mailbox.ts';
import { signedIn } from './signed-in.ts';
import { addRecipient, finish, newRequest, openRequest, placeField, placeFor, placeOf, send, typeSignature } from './people.ts';
import { inWorld, type World } from './world.ts';

describe('a template', () => {
  let world: World;
  let page: Page;

  inWorld(async (opened) => {
    world = opened;
    page = await signedIn(world);
  });

  test('is created from a request, with roles instead of people', async () => {
    await newRequest(page, await world.ownForm('Lease.pdf'));
    await addRecipient(page, 'Grace Hopper', 'grace@example.com');
    await page.getByRole('button', { name: 'Discard all' }).click();
    await placeFor(page, 'Grace Hopper');
    await placeField(page, 'Text', 0.5, 0.72);
    await placeField(page, 'Signature', 0.5, 0.8);
    await page.getByText('Saved', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Save as a template' }).click();
    await page.waitForURL(/\/template\/[0-9a-f]{24}$/);
    await page.getByRole('button', { name: 'Signature for signer, page 1, required' }).waitFor();
    // The request it was made of stays as it was.
    const [row] = await world.product.query('select name, status from transactions');
    expect(row).toEqual({ name: 'Lease.pdf', status: 'draft' });
  });

  test('gets another role, to which fields are assigned', async () => {
    await page.getByRole('tab', { name: 'Roles' }).click();
    await page.getByRole('button', { name: 'More options for signer' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Role', { exact: true }).fill('Tenant');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Signature for Tenant, page 1, required' }).waitFor();
    await page.getByRole('button', { name: 'Add role' }).click();
    await dialog.getByLabel('Role', { exact: true }).fill('tenant ');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('This role already exists. Choose another name.').waitFor();
    await dialog.getByLabel('Role', { exact: true }).fill('Owner');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'More options for Owner' }).waitFor();
    await placeFor(page, 'Owner');
    await placeField(page, 'Signature', 0.5, 0.9);
    await page.getByText('Saved', { exact: true }).waitFor();
    await expect.poll(() => page.getByRole('group', { name: 'Fields on page 1' }).getByRole('button').count()).toBe(3);
  });

  test('is used from the list and asks each person for the fields of their role', async () => {
    await page.goto(`${world.product.url}/templates`);
    await page.getByText('Tenant and Owner').waitFor();
    await page.getByRole('button', { name: 'Use: Lease.pdf' }).click();
    const dialog = page.getByRole('dialog', { name: 'Who takes which role?' });
    await dialog.getByRole('button', { name: 'Create request' }).click();
    await expect.poll(() => dialog.getByText('Enter an e-mail address.').count()).toBe(2);
    const tenant = dialog.getByRole('group', { name: 'Tenant' });
    const owner = dialog.getByRole('group', { name: 'Owner' });
    await tenant.getByLabel('E-mail address').fill('alan@example.com');
    await tenant.getByLabel('Name').fill('Alan Turing');
    await owner.getByLabel('E-mail address').fill('alan@example.com');
    await dialog.getByText('This person is already on the list.').waitFor();
    await owner.getByLabel('E-mail address').fill('emmy@example.com');
    await owner.getByLabel('Name').fill('Emmy Noether');
    await dialog.getByRole('button', { name: 'Create request' }).click();
    await page.waitForURL(/\/transaction\/[0-9a-f]{24}\/create$/);
    await page.getByRole('button', { name: 'Signature for Emmy Noether, page 1, required' }).waitFor();
    await send(page);
    const alan = await newPerson(world.browser);
    await openRequest(alan, linkIn(await world.mailbox.about('alan@example.com', '/transaction/'), /\/transaction\//));
    await placeOf(alan, 'text').fill('Filled by the tenant');
    await typeSignature(alan, 'Alan Turing');
    await finish(alan);
    await alan.getByRole('heading', { name: 'You have signed' }).waitFor();
    await world.mailbox.about('emmy@example.com', '/transaction/');
    const [template] = await world.product.query<{ fields: Field[] }>("select fields from files where id in (select file_id from template_files)");
    expect(template?.fields.map(({ recipient, value }) => [recipient?.email, recipient?.role, value || null]).sort()).toEqual([[null, 'Owner', null], [null, 'Tenant', null], [null, 'Tenant', null]]);
  });

  test('is created from a document and deleted', async () => {
    await page.goto(`${world.product.url}/templates`);
    const chooser = await chooserOf(page, () => page.getByRole('button', { name: 'New template' }).first().click());
    await chooser.setFiles(await world.ownForm('Second.pdf'));
    await page.waitForURL(/\/template\/[0-9a-f]{24}\/create$/);
    await page.getByRole('tab', { name: 'Roles' }).waitFor();
    await page.goto(`${world.product.url}/templates`);
    await page.getByRole('button', { name: 'More options for Second.pdf' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('link', { name: 'Second.pdf' }).waitFor({ state: 'detached' });
    await expect.poll(() => world.product.query('select name from templates where deleted_at is null')).toEqual([{ name: 'Lease.pdf' }]);
  });
});
