/** Ways through a draft and a template: the guided flow by its control, bulk sending as an option, a new version of a file, and the end of a template. */
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { makeFillableForm } from '../fixtures/fillable-form.ts';
import { chooserOf } from '../support/chromium.ts';
import { clientIn, makeDraft } from './requests.ts';
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
