/** Ways through a draft and a template: the guided flow by its control, bulk sending as an option, a new version of a file, duplicates and corrections, and the end of a template. */
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { makeFillableForm } from '../fixtures/fillable-form.ts';
import { chooserOf, newPerson } from '../support/chromium.ts';
import { linkIn } from '../support/mailbox.ts';
import { finish, openRequest, placeOf, send, typeSignature } from './people.ts';
import { clientIn, fieldFor, makeDraft, makeRequest, recipient } from './requests.ts';
import { signedIn } from './signed-in.ts';
import { inWorld, type World } from './world.ts';

describe('controls of a draft', () => {
  let world: World;
  let page: Page;

  inWorld(async (opened) => {
    world = opened;
    page = await signedIn(world);
  });

  const more = async (action: string) => {
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: action }).click();
  };

  test('the first request can be made step by step', async () => {
    await page.getByRole('link', { name: 'Go step by step' }).click();
    const chooser = await chooserOf(page, () => page.getByRole('button', { name: 'Choose documents' }).click());
    await chooser.setFiles(world.file('Guided.pdf', await makeFillableForm('Guided')));
    await page.waitForURL(/\/transaction\/[0-9a-f]{24}\/create\?wizard=true/);
    const steps = page.getByRole('navigation', { name: 'Steps' });
    await steps.waitFor();
    await more('Show everything at once');
    await steps.waitFor({ state: 'detached' });
    await more('Guide me step by step');
    await steps.waitFor();
    expect(new URL(page.url()).searchParams.get('wizard')).toBe('true');
  });

  // A tablet of 834 by 1194 points, turned upright: the panels move below the page.
  test('a dialog stays with what was typed when the device is turned', async () => {
    const { id } = await makeDraft(world, page, { name: 'Turned.pdf', recipients: [recipient('Grace Hopper', 'grace@example.com')] });
    await page.setViewportSize({ width: 1194, height: 834 });
    await page.goto(`${world.product.url}/transaction/${id}/create`);
    await page.getByRole('tab', { name: 'People' }).click();
    await page.getByRole('button', { name: 'More options for Grace Hopper' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit recipient' });
    await dialog.getByLabel('Name').fill('Grace Brewster Hopper');
    await page.setViewportSize({ width: 834, height: 1194 });
    await expect.poll(() => page.evaluate(() => innerWidth)).toBe(834);
    // Longer than a resize is waited for.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 400)));
    expect(await dialog.getByLabel('Name').inputValue()).toBe('Grace Brewster Hopper');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    // Afterwards the page is that of the device.
    await page.getByRole('tab', { name: 'People' }).waitFor({ state: 'detached' });
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  test('a request for bulk sending goes on to the list of people', async () => {
    const { id } = await makeDraft(world, page, { name: 'Everybody.pdf', recipients: [] });
    await page.goto(`${world.product.url}/transaction/${id}`);
    await page.getByRole('tab', { name: 'Options' }).click();
    await page.getByRole('checkbox', { name: 'Send in bulk' }).check({ force: true });
    await page.getByRole('tab', { name: 'People' }).click();
    await page.getByRole('button', { name: 'Add me' }).waitFor();
    expect(await page.getByRole('button', { name: 'Sign it yourself' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Bulk send', exact: true }).click();
    // What was found in the document and nobody decided on does not go out silently.
    await page.getByRole('dialog').getByRole('button', { name: 'Continue without them' }).click();
    await page.waitForURL(/\/use_bulk$/);
    expect((await (await clientIn(world, page)).call('transactions.get', { params: { id } })).type).toBe('bulk_sending');
  });

  test('a file gets a new version, with its fields', async () => {
    const client = await clientIn(world, page);
    const { id } = await client.addFile(await makeFillableForm('Old'), 'Form.pdf');
    await page.goto(`${world.product.url}/file/${id}`);
    await more('Upload a new version');
    await page.getByRole('heading', { name: 'New version of Form.pdf' }).waitFor();
    const replace = async (path: string) => (await chooserOf(page, () => page.getByRole('button', { name: 'Choose a PDF' }).click())).setFiles(path);
    await replace(world.file('Wrong.pdf', 'no PDF'));
    await page.locator('main').getByText(/can't be opened|isn't|not a PDF|type/i).first().waitFor();
    await replace(world.file('New.pdf', await makeFillableForm('New')));
    await page.waitForURL(/\/file\/[0-9a-f]{24}$/);
    await page.locator('[data-page="1"]').getByText('New').first().waitFor({ state: 'attached' });
    const meta = await client.call('files.getMeta', { params: { id } });
    expect([meta.version, meta.title, meta.attributes.fields.map(({ fieldName }) => fieldName).includes('New name')]).toEqual([2, 'Form.pdf', true]);
  });

  test('a file gets a password, another one, and none', async () => {
    const client = await clientIn(world, page);
    const { id } = await client.addFile(await makeFillableForm('Secret'), 'Secret.pdf');
    await page.goto(`${world.product.url}/file/${id}`);
    const dialog = page.getByRole('dialog');
    const isShown = () => page.locator('[data-page="1"]').getByText('Secret').first().waitFor({ state: 'attached' });
    const write = async (password: string, again = password) => {
      await dialog.getByLabel('New password').fill(password);
      await dialog.getByLabel('Repeat the password').fill(again);
      await dialog.getByRole('button', { name: 'Save' }).click();
    };
    await isShown();
    await more('Set a password');
    await write('first secret', 'something else');
    await dialog.getByText('The passwords are different.').waitFor();
    await write('first secret');
    await page.getByText('The password was saved').waitFor();
    await isShown();
    await more('Change the password');
    await write('second secret');
    await dialog.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByLabel('Document password').fill('first secret');
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await page.getByText('Provided password is incorrect.').waitFor();
    await page.getByLabel('Document password').fill('second secret');
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await isShown();
    // The password that was typed is not tried on the next version.
    await more('Change the password');
    await write('third secret');
    await dialog.waitFor({ state: 'detached' });
    await more('Change the password');
    expect(await page.getByLabel('Document password').count()).toBe(0);
    await dialog.getByRole('button', { name: 'Remove the password' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.reload();
    await isShown();
    expect((await client.call('files.getMeta', { params: { id } })).version).toBe(5);
  });

  const grace = { name: 'Grace Hopper', email: 'grace@example.com' };
  const alan = { name: 'Alan Turing', email: 'alan@example.com' };
  const people = [grace, alan].map(({ name, email }) => recipient(name, email));
  const fields = [fieldFor(grace.email, 'text'), fieldFor(grace.email, 'signature', 1), fieldFor(alan.email, 'signature', 2)];
  const idIn = (url: string): string => /[0-9a-f]{24}/.exec(url)?.[0] ?? '';

  test('a request that somebody signed is corrected: it ends, and a draft with everything but the signature opens', async () => {
    const client = await clientIn(world, page);
    const { id } = await makeRequest(world, page, { name: 'Corrected.pdf', recipients: people, fields });
    const signer = await newPerson(world.browser);
    await openRequest(signer, linkIn(await world.mailbox.about(grace.email, id), /\/transaction\//));
    await placeOf(signer, 'text').fill('Filled by Grace');
    await typeSignature(signer, grace.name);
    await finish(signer);
    await signer.getByRole('heading', { name: 'You have signed' }).waitFor();
    await signer.context().close();
    await page.goto(`${world.product.url}/transaction/${id}`);
    await page.getByText('Signed: 1 of 2').waitFor();
    await more('Correct and resend');
    const dialog = page.getByRole('alertdialog', { name: 'Correct and resend?' });
    await dialog.getByText('Signatures and approvals already given are void: everyone is asked again by the new request.').waitFor();
    await dialog.getByRole('button', { name: 'Create corrected draft' }).dblclick();
    await page.waitForURL((url) => url.pathname.endsWith('/create') && !url.pathname.includes(id));
    await page.getByText('The earlier request was canceled.').waitFor();
    await world.mailbox.about(grace.email, 'canceled');
    const draft = await client.call('transactions.get', { params: { id: idIn(page.url()) } });
    expect(draft).toMatchObject({ name: 'Corrected.pdf', status: 'draft', recipients: [{ email: grace.email, completed: false }, { email: alan.email }], attributes: { relatedToTransactions: [id] } });
    expect(await world.product.query('select id from transactions where corrects_id = $1', [id])).toEqual([{ id: draft.id }]);
    expect((await client.call('files.getMeta', { params: { id: draft.fileIds[0]! } })).attributes.fields.map(({ value }) => value)).toEqual([null, null, null]);
    await send(page);
    await world.mailbox.about(grace.email, draft.id);
    await page.goto(`${world.product.url}/transaction/${id}/insights`);
    await page.getByText('Ada Byron canceled the request').waitFor();
    await page.getByRole('link', { name: 'Open the new request' }).click();
    await page.getByRole('heading', { name: 'Status' }).waitFor();
    expect(idIn(page.url())).toBe(draft.id);
  });

  test('a request is duplicated from the list, and from its page, whatever its state', async () => {
    const client = await clientIn(world, page);
    const { id } = await makeRequest(world, page, { name: 'Duplicated.pdf', recipients: people, fields });
    await client.call('transactions.cancel', { params: { id } });
    await page.goto(`${world.product.url}/transactions`);
    await page.getByRole('button', { name: 'More options for Duplicated.pdf' }).click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    await page.waitForURL(/\/create$/);
    await page.getByRole('tab', { name: 'People' }).click();
    await page.getByRole('complementary').getByText(alan.email).first().waitFor();
    const first = idIn(page.url());
    expect(first).not.toBe(id);
    await more('Duplicate');
    await page.waitForURL((url) => url.pathname.endsWith('/create') && !url.pathname.includes(first));
    await page.getByRole('group', { name: 'Fields on page 1' }).getByRole('button').nth(2).waitFor();
    expect((await client.call('transactions.get', { params: { id } })).status).toBe('canceled');
  });

  test('a correction that fails says why, and the request goes on', async () => {
    const client = await clientIn(world, page);
    const { id } = await makeRequest(world, page, { name: 'Not corrected.pdf', recipients: people });
    await page.goto(`${world.product.url}/transactions`);
    await page.getByRole('button', { name: 'More options for Not corrected.pdf' }).click();
    await page.getByRole('menuitem', { name: 'Correct and resend' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Correct and resend?' });
    await page.route('**/correct', (route) => route.fulfill({ status: 403, json: { error: { code: 'limit_exceeded', message: 'No' } } }), { times: 1 });
    await dialog.getByRole('button', { name: 'Create corrected draft' }).click();
    await dialog.getByRole('alert').waitFor();
    await dialog.getByRole('button', { name: 'Keep request' }).last().click();
    await dialog.waitFor({ state: 'detached' });
    expect((await client.call('transactions.get', { params: { id } })).status).toBe('pending');
  });

  test('a finished template says what to do with it', async () => {
    const client = await clientIn(world, page);
    const { id: fileId } = await client.addFile(await makeFillableForm('Lease'), 'Lease.pdf');
    const { id } = await client.call('templates.create', { body: { name: 'Lease', fileIds: [fileId], recipients: [{ role: 'tenant' }] } });
    await page.goto(`${world.product.url}/template/${id}`);
    await page.getByRole('tab', { name: 'Message' }).click();
    await page.getByLabel('E-mail subject').fill('Please sign');
    await page.getByRole('button', { name: 'Done', exact: true }).click();
    await page.getByRole('heading', { name: 'The template is ready' }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/template/${id}/saved`);
    expect((await client.call('templates.get', { params: { id } })).message.title).toBe('Please sign');
  });
});
