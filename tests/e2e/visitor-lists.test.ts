/** Somebody without an account: what their browser keeps is listed, prepared, removed, and moves to their account at the sign-in, each once. */
import type { BrowserContextOptions, Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { codeIn } from '../support/mailbox.ts';
import { chooserOf, devices, newPerson } from '../support/chromium.ts';
import { placeField, signInByMail } from './people.ts';
import { problemsOf } from './screen-problems.ts';
import { inWorld, type World } from './world.ts';

let world: World;

inWorld((opened) => {
  world = opened;
});

const row = (page: Page, title: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: title });
const ofAccount = (email: string) =>
  world.product.query<{ title: string; fields: number }>(
    'select f.title, jsonb_array_length(f.fields)::int as fields from files f join users u on u.id = f.owner_id where u.email = $1 and f.deleted_at is null order by f.title', [email]);
const drafts = (table: 'transactions' | 'templates', email: string) =>
  world.product.query(`select t.id from ${table} t join users u on u.id = t.owner_id where u.email = $1 and t.deleted_at is null`, [email]);

/** Chooses documents with a button of the current page. */
async function choose(page: Page, button: string, files: string | string[]): Promise<void> {
  const chooser = await chooserOf(page, () => page.getByRole('button', { name: button, exact: true }).first().click());
  await chooser.setFiles(files);
}

async function discardProposals(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Discard all' }).click();
}

/** A visitor with these documents, at their list of files. */
async function visitorWith(names: readonly string[], options?: BrowserContextOptions): Promise<Page> {
  const page = await newPerson(world.browser, options);
  await page.goto(`${world.product.url}/upload`);
  await choose(page, 'Choose documents', await Promise.all(names.map((name) => world.ownForm(name))));
  await page.waitForURL('**/files');
  for (const name of names) await row(page, name).waitFor();
  return page;
}

/** Presses what leads to the sign-in, signs in with a code and comes back. */
async function signInHere(page: Page, email: string): Promise<void> {
  const before = world.mailbox.to(email).length;
  await page.getByLabel('E-mail address').fill(email);
  await page.getByRole('button', { name: 'Send code' }).click();
  await page.getByLabel('Code from the e-mail').fill(codeIn(await world.mailbox.about(email, /\b\d{6}\b/, before)));
}

describe('the lists of a visitor', () => {
  test('show what this browser keeps, after a reload too; a document is opened, found and removed', async () => {
    const page = await visitorWith(['Lease.pdf', 'Rent.pdf']);
    await page.reload();
    await row(page, 'Lease.pdf').getByText('Waiting').waitFor();
    await page.getByText('These documents are only in this browser. When you sign in, they move to your account.').waitFor();
    for (const list of ['/transactions', '/templates']) {
      await page.goto(`${world.product.url}${list}`);
      await page.getByRole('list', { name: 'Documents in this browser' }).getByText('Rent.pdf').waitFor();
    }
    await page.goto(`${world.product.url}/files`);
    await page.getByRole('searchbox').fill('rent');
    await row(page, 'Lease.pdf').waitFor({ state: 'detached' });
    expect(new URL(page.url()).searchParams.get('search')).toBe('rent');
    await page.reload();
    await row(page, 'Rent.pdf').getByRole('link', { name: 'Open: Rent.pdf' }).click();
    await page.waitForURL('**/file/local-*');
    await page.getByRole('heading', { name: 'Rent.pdf', level: 1 }).waitFor();
    await page.goto(`${world.product.url}/files`);
    await row(page, 'Rent.pdf').getByRole('button', { name: 'More options for Rent.pdf' }).click();
    await page.getByRole('menuitem', { name: 'Remove from this browser' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await row(page, 'Rent.pdf').waitFor({ state: 'detached' });
    await page.reload();
    await row(page, 'Lease.pdf').waitFor();
    expect(await row(page, 'Rent.pdf').count()).toBe(0);
    await page.context().close();
  });

  test('show in one tab what another has added', async () => {
    const page = await visitorWith(['Lease.pdf']);
    const other = await page.context().newPage();
    await other.goto(`${world.product.url}/files`);
    await choose(other, 'Add files', await world.ownForm('Second.pdf'));
    await row(page, 'Second.pdf').waitFor();
    expect(await row(page, 'Second.pdf').count()).toBe(1);
    await page.context().close();
  });

  test.each([['a phone', devices.phone], ['320 pixels', { ...devices.phone, viewport: { width: 320, height: 640 } }]])('have room on %s and are accessible', async (_, device) => {
    const page = await visitorWith(['Lease agreement of the house at the lake with all its appendices.pdf'], device);
    expect(await problemsOf(page, 'list of a visitor')).toEqual([]);
    await row(page, 'Lease').getByRole('button', { name: /^More options/ }).click();
    await page.getByRole('menuitem', { name: 'Remove from this browser' }).click();
    await page.getByRole('alertdialog').waitFor();
    expect(await problemsOf(page, 'removing a document of a visitor')).toEqual([]);
    await page.context().close();
  });
});

describe('a visitor who signs in', () => {
  test('has each document in the account once, and nothing waits any more', async () => {
    const page = await visitorWith(['Lease.pdf', 'Rent.pdf']);
    await row(page, 'Lease.pdf').getByRole('link', { name: 'Open: Lease.pdf' }).click();
    await discardProposals(page);
    await placeField(page, 'Text', 0.5, 0.75);
    await page.goto(`${world.product.url}/files`);
    await signInByMail(page, world.product.url, world.mailbox, 'once@example.com');
    await page.getByText('2 items from this browser are now in your account').waitFor();
    await page.goto(`${world.product.url}/files`);
    await row(page, 'Lease.pdf').waitFor();
    await row(page, 'Rent.pdf').waitFor();
    expect(await page.getByText('Waiting').count()).toBe(0);
    const files = await ofAccount('once@example.com');
    expect(files.map(({ title }) => title)).toEqual(['Lease.pdf', 'Rent.pdf']);
    // The field that was placed came along, beside those of the form itself.
    expect(files[0]?.fields).toBe((files[1]?.fields ?? 0) + 1);
    await page.reload();
    await row(page, 'Lease.pdf').waitFor();
    expect(await ofAccount('once@example.com')).toHaveLength(2);
    await page.context().close();
  });

  test('finds the document of the address in the account', async () => {
    const page = await visitorWith(['Lease.pdf']);
    await row(page, 'Lease.pdf').getByRole('link', { name: 'Open: Lease.pdf' }).click();
    await page.waitForURL('**/file/local-*');
    const address = page.url();
    await signInByMail(page, world.product.url, world.mailbox, 'address@example.com');
    await page.goto(address);
    await page.waitForURL(/\/file\/[0-9a-f]{24}/);
    await page.getByRole('heading', { name: 'Lease.pdf', level: 1 }).waitFor();
    expect(await ofAccount('address@example.com')).toHaveLength(1);
    await page.context().close();
  });

  test('in two tabs at once has it once', async () => {
    const page = await visitorWith(['Lease.pdf', 'Rent.pdf', 'Third.pdf']);
    const other = await page.context().newPage();
    await other.goto(`${world.product.url}/files`);
    await row(other, 'Lease.pdf').waitFor();
    await signInByMail(page, world.product.url, world.mailbox, 'tabs@example.com');
    // The other tab learns of it by itself.
    await other.getByRole('button', { name: 'Add files' }).first().waitFor();
    await expect.poll(async () => (await ofAccount('tabs@example.com')).map(({ title }) => title)).toEqual(['Lease.pdf', 'Rent.pdf', 'Third.pdf']);
    await Promise.all([page.reload(), other.reload()]);
    await row(other, 'Third.pdf').getByRole('button', { name: /^Request signatures/ }).waitFor();
    expect(await ofAccount('tabs@example.com')).toHaveLength(3);
    await page.context().close();
  });

  test('keeps what failed half-way with its reason, and it moves when it is tried again after a reload', async () => {
    const page = await visitorWith(['Lease.pdf', 'Rent.pdf']);
    const refused = JSON.stringify({ error: { code: 'storage_exceeded', message: 'There is no storage left' } });
    // The upload arrives; that it is a file is refused.
    await page.route((url) => url.pathname === '/files/meta', (route) => route.fulfill({ status: 403, contentType: 'application/json', body: refused }), { times: 1 });
    await signInByMail(page, world.product.url, world.mailbox, 'halfway@example.com');
    const panel = page.getByRole('region', { name: 'Documents being added' });
    const failed = panel.getByRole('listitem').filter({ hasText: 'couldn\'t be moved to your account' });
    await failed.waitFor();
    await expect.poll(async () => (await ofAccount('halfway@example.com')).length).toBe(1);
    await page.reload();
    await failed.waitFor();
    expect(await failed.locator('[data-error-code]').getAttribute('data-error-code')).toBe('uploading_error');
    expect(await failed.textContent()).toContain('storage');
    expect(await ofAccount('halfway@example.com')).toHaveLength(1);
    await failed.getByRole('button', { name: /^Try .* again$/ }).click();
    await expect.poll(async () => (await ofAccount('halfway@example.com')).map(({ title }) => title)).toEqual(['Lease.pdf', 'Rent.pdf']);
    await panel.waitFor({ state: 'detached' });
    await page.context().close();
  });

  test('has it once although the answer was lost', async () => {
    const page = await visitorWith(['Lease.pdf']);
    await page.route((url) => url.pathname === '/files/meta', async (route) => {
      await route.fetch();
      await route.abort();
    }, { times: 1 });
    await signInByMail(page, world.product.url, world.mailbox, 'lost@example.com');
    await expect.poll(async () => (await ofAccount('lost@example.com')).length).toBe(1);
    await page.reload();
    await page.getByText('1 item from this browser is now in your account').waitFor();
    expect(await ofAccount('lost@example.com')).toHaveLength(1);
    await page.context().close();
  });

  test('leaves nothing of it to the next person at this device', async () => {
    const page = await visitorWith(['Lease.pdf']);
    const refused = JSON.stringify({ error: { code: 'storage_exceeded', message: 'There is no storage left' } });
    await page.route((url) => url.pathname === '/files/meta', (route) => route.fulfill({ status: 403, contentType: 'application/json', body: refused }));
    await signInByMail(page, world.product.url, world.mailbox, 'first@example.com');
    await page.getByRole('region', { name: 'Documents being added' }).getByText('couldn\'t be moved').waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    await page.context().clearCookies();
    await page.evaluate(() => {
      sessionStorage.clear();
      localStorage.clear();
    });
    await page.goto(`${world.product.url}/files`);
    await page.getByRole('heading', { name: 'Sign a document now' }).waitFor();
    await signInByMail(page, world.product.url, world.mailbox, 'second@example.com');
    await page.goto(`${world.product.url}/files`);
    await page.getByRole('heading', { name: 'No files yet' }).waitFor();
    expect(await ofAccount('second@example.com')).toEqual([]);
    await page.context().close();
  });
});

describe('a draft of a visitor', () => {
  test('that is not in this browser says so, at each of its addresses', async () => {
    const page = await newPerson(world.browser);
    for (const path of ['transaction', 'template'].flatMap((kind) => ['', '/create', '/editor'].map((part) => `/${kind}/local-${'0'.repeat(24)}${part}`))) {
      await page.goto(`${world.product.url}${path}`);
      await page.getByRole('heading', { name: 'This document is no longer in this browser' }).waitFor();
      expect(new URL(page.url()).pathname).toBe(path);
    }
    await page.context().close();
  });

  test.each([
    ['/transactions', 'Prepare a request', 'transaction', 'transactions', 'Sign in to send'],
    ['/templates', 'Prepare a template', 'template', 'templates', 'Sign in to save the template'],
  ] as const)('of %s is prepared here and goes on in the account', async (list, button, path, table, next) => {
    const email = `${path}@example.com`;
    const page = await newPerson(world.browser);
    await page.goto(`${world.product.url}${list}`);
    await choose(page, button, await world.ownForm('Lease.pdf'));
    await page.waitForURL(new RegExp(`/${path}/local-[0-9a-f]{24}/create`));
    await discardProposals(page);
    await placeField(page, 'Text', 0.5, 0.75);
    await choose(page, 'Add document', await world.ownForm('Annex.pdf'));
    await page.getByRole('radio', { name: 'Annex.pdf' }).waitFor();
    await page.goto(`${world.product.url}${list}`);
    await row(page, '2 documents').getByText('Waiting').waitFor();
    await row(page, '2 documents').getByRole('link').first().click();
    await page.getByRole('group', { name: 'Fields on page 1' }).getByRole('button').first().waitFor();
    await page.getByRole('button', { name: next }).click();
    await signInHere(page, email);
    await page.waitForURL(new RegExp(`/${path}/[0-9a-f]{24}/create`));
    await page.getByRole('group', { name: 'Fields on page 1' }).getByRole('button').first().waitFor();
    expect((await ofAccount(email)).map(({ title }) => title)).toEqual(['Annex.pdf', 'Lease.pdf']);
    expect(await drafts(table, email)).toHaveLength(1);
    await page.context().close();
  });

  test('is told in words when there is no quota for it, and its documents are in the account once', async () => {
    const page = await newPerson(world.browser);
    await page.goto(`${world.product.url}/templates`);
    await choose(page, 'Prepare a template', await world.ownForm('Lease.pdf'));
    await page.waitForURL('**/template/local-*/create');
    await discardProposals(page);
    await page.route((url) => url.pathname === '/templates', (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 403, contentType: 'application/json', body: JSON.stringify({ error: { code: 'limit_exceeded', message: 'There is no quota for the action' } }) }) : route.continue());
    await page.getByRole('button', { name: 'Sign in to save the template' }).click();
    await signInHere(page, 'quota@example.com');
    await page.getByRole('heading', { name: 'This couldn\'t be moved to your account' }).waitFor();
    expect(await page.locator('[data-error-code=uploading_error]').first().textContent()).not.toBe('');
    await page.unrouteAll({ behavior: 'wait' });
    await page.reload();
    await page.getByRole('button', { name: 'Try again', exact: true }).click();
    await page.waitForURL(/\/template\/[0-9a-f]{24}\/create/);
    expect(await ofAccount('quota@example.com')).toHaveLength(1);
    expect(await drafts('templates', 'quota@example.com')).toHaveLength(1);
    await page.context().close();
  });
});
