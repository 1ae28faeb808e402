/** What somebody does without the server waits in the browser, survives it, and is done once when the server is back. */
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { chooserOf, devices } from '../support/chromium.ts';
import { placeField } from './people.ts';
import { clientIn, makeDraft, recipient } from './requests.ts';
import { problemsOf } from './screen-problems.ts';
import { ada, signedIn } from './signed-in.ts';
import { inWorld, openWorldAlone, type World } from './world.ts';

const withServiceWorker = { ...devices.desk, serviceWorkers: 'allow' } as const;
/** The questions whose answers this browser has. */
const storedAnswers = (page: Page) => page.evaluate(() => new Promise<string[]>((resolve, reject) => {
  const opening = indexedDB.open('countersign');
  opening.onerror = () => reject(opening.error);
  opening.onsuccess = () => {
    const keys = opening.result.transaction('cache').objectStore('cache').getAllKeys();
    keys.onsuccess = () => resolve((keys.result as string[]).map((key) => /answer\/([\w.]+)/.exec(key)?.[1] ?? ''));
    opening.result.close();
  };
}));
/** What waits for the server, in order. */
const waitingIn = (page: Page) => page.evaluate(() => new Promise<string[]>((resolve, reject) => {
  const opening = indexedDB.open('countersign-tasks');
  opening.onerror = () => reject(opening.error);
  opening.onsuccess = () => {
    const tasks = opening.result.transaction('tasks').objectStore('tasks').getAll();
    tasks.onsuccess = () => resolve((tasks.result as { call: string }[]).map(({ call }) => call));
    opening.result.close();
  };
}));
const row = (page: Page, title: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: title });

describe('a person whose server is away', () => {
  let world: World;
  let page: Page;
  let draftId: string;

  inWorld(async (opened) => {
    world = opened;
    page = await signedIn(world, ada, withServiceWorker);
    draftId = (await makeDraft(world, page, { name: 'Lease.pdf', recipients: [recipient('Grace Hopper', 'grace@example.com')] })).id;
    const client = await clientIn(world, page);
    const bytes = await (await import('../fixtures/own-form.ts')).makeOwnForm();
    for (const title of ['Old.pdf', 'Unwanted.pdf']) await client.addFile(bytes, title);
  }, openWorldAlone);

  /** A tab of the same browser, with a session of its own. */
  const newTab = async (path: string): Promise<Page> => {
    const tab = await page.context().newPage();
    await tab.goto(`${world.product.url}${path}`);
    return tab;
  };
  const isOffline = (tab: Page) => tab.getByText("You're offline").waitFor();
  const act = async (tab: Page, title: string, action: string): Promise<void> => {
    await row(tab, title).getByRole('button', { name: `More options for ${title}` }).click();
    await tab.getByRole('menuitem', { name: action }).click();
  };
  const add = async (tab: Page, name: string): Promise<void> => {
    const chooser = await chooserOf(tab, () => tab.getByRole('button', { name: 'Add files' }).first().click());
    await chooser.setFiles(await world.ownForm(name));
  };
  const files = () => world.product.query<{ title: string; fields: number }>('select title, jsonb_array_length(fields)::int as fields from files where deleted_at is null order by title');
  const titles = async () => (await files()).map(({ title }) => title);

  test('has the app and what it shows in the browser', async () => {
    await page.goto(`${world.product.url}/files`);
    await row(page, 'Old.pdf').waitFor();
    await page.goto(`${world.product.url}/transactions`);
    await row(page, 'Lease.pdf').waitFor();
    await page.goto(`${world.product.url}/transaction/${draftId}`);
    await page.locator('[data-page="1"] [data-shown] canvas').waitFor();
    await page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state);
    await expect.poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state)).toBe('activated');
    await page.close();
    page = await newTab('/files');
    await row(page, 'Old.pdf').waitFor();
    await page.getByRole('link', { name: 'Requests' }).click();
    await row(page, 'Lease.pdf').getByRole('link', { name: 'Lease.pdf' }).click();
    await page.locator('[data-page="1"] [data-shown] canvas').waitFor();
    await expect.poll(() => storedAnswers(page)).toEqual(expect.arrayContaining(['files.list', 'transactions.list', 'transactions.get', 'files.getMeta', 'files.downloadUrl', 'profile.get']));
    await expect.poll(() => page.evaluate(() => localStorage.getItem('countersign.has-documents'))).not.toBeNull();
  });

  test('adds a document, opens it and places a field', async () => {
    await world.product.end('SIGKILL');
    const tab = await newTab('/files');
    await isOffline(tab);
    await add(tab, 'Offline.pdf');
    await tab.waitForURL(/\/file\/[0-9a-f]{24}/);
    await tab.getByRole('button', { name: 'Discard all' }).click();
    await placeField(tab, 'Text', 0.5, 0.75);
    await tab.getByText('Saved on this device').first().waitFor();
    await expect.poll(() => waitingIn(tab)).toEqual(['files.createMeta', 'files.updateMeta']);
    await tab.goto(`${world.product.url}/files`);
    await row(tab, 'Offline.pdf').getByText('Waits for the server').waitFor();
    await tab.close();
  });

  test('renames one, deletes one, and sees what waits after the tab was closed', async () => {
    const tab = await newTab('/files');
    await act(tab, 'Old.pdf', 'Rename');
    await tab.getByRole('dialog').getByRole('textbox').fill('Renamed.pdf');
    await tab.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await row(tab, 'Renamed.pdf').getByText('Waits for the server').waitFor();
    await act(tab, 'Unwanted.pdf', 'Delete');
    await tab.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await row(tab, 'Unwanted.pdf').waitFor({ state: 'detached' });
    await tab.close();
    const next = await newTab('/files');
    await row(next, 'Renamed.pdf').getByText('Waits for the server').waitFor();
    await row(next, 'Offline.pdf').getByText('Waits for the server').waitFor();
    expect(await row(next, 'Unwanted.pdf').count()).toBe(0);
    expect(await problemsOf(next, 'list with what waits')).toEqual([]);
    await next.setViewportSize(devices.phone.viewport);
    expect(await problemsOf(next, 'list with what waits on a phone')).toEqual([]);
    await next.setViewportSize(devices.desk.viewport);
    await row(next, 'Offline.pdf').getByRole('link', { name: 'Offline.pdf' }).click();
    await next.locator('[data-page="1"] [data-shown] canvas').waitFor();
    await next.close();
  });

  test('makes a request of a new document with a recipient, and sends a draft', async () => {
    const tab = await newTab('/transactions');
    const chooser = await chooserOf(tab, () => tab.getByRole('button', { name: 'New request' }).first().click());
    await chooser.setFiles(await world.ownForm('Fresh.pdf'));
    await tab.waitForURL(/\/transaction\/[0-9a-f]{24}\/create/);
    const form = tab.getByRole('form', { name: 'Add a recipient' });
    await form.getByLabel('Name').fill('Alan Turing');
    await form.getByLabel('E-mail address').fill('alan@example.com');
    await form.getByRole('button', { name: 'Add', exact: true }).click();
    await tab.getByRole('complementary').getByText('alan@example.com').first().waitFor();
    for (const path of [new URL(tab.url()).pathname, `/transaction/${draftId}`]) {
      await tab.goto(`${world.product.url}${path}`);
      await tab.getByRole('button', { name: 'Discard all' }).click();
      await tab.getByRole('button', { name: 'Send', exact: true }).click();
      const dialog = tab.getByRole('dialog');
      await dialog.getByText('The request is sent when it is back.').waitFor();
      await dialog.getByRole('button', { name: 'Send', exact: true }).click();
      await tab.getByRole('heading', { name: 'This will be sent' }).waitFor();
    }
    await tab.close();
    const next = await newTab('/transactions');
    for (const title of ['Fresh.pdf', 'Lease.pdf']) await row(next, title).getByText('Will be sent').waitFor();
    expect((await waitingIn(next)).filter((call) => call === 'transactions.start')).toHaveLength(2);
    await next.close();
  });

  test('finds everything done once when the server is back, although two tabs are open', async () => {
    const [one, other] = [await newTab('/files'), await newTab('/transactions')];
    await row(one, 'Offline.pdf').getByText('Waits for the server').waitFor();
    await row(other, 'Fresh.pdf').getByText('Will be sent').waitFor();
    const mails = world.mailbox.to('alan@example.com').length;
    await world.product.start();
    const requests = () => world.product.query('select name, status from transactions where deleted_at is null order by name');
    await expect.poll(requests, { timeout: 60_000 }).toEqual([{ name: 'Fresh.pdf', status: 'pending' }, { name: 'Lease.pdf', status: 'pending' }]);
    for (const tab of [one, other]) await expect.poll(() => tab.getByText(/Waits for the server|Will be sent|Being saved|Not (saved|sent|uploaded yet):/).count()).toBe(0);
    expect(await titles()).toEqual(['Fresh.pdf', 'Lease.pdf', 'Offline.pdf', 'Renamed.pdf']);
    // The field that was placed came along, beside those of the form itself.
    const fieldsOf = async (title: string) => (await files()).find((file) => file.title === title)?.fields ?? 0;
    expect(await fieldsOf('Offline.pdf')).toBe((await fieldsOf('Fresh.pdf')) + 1);
    await expect.poll(() => world.mailbox.to('alan@example.com').length).toBe(mails + 1);
    await row(other, 'Fresh.pdf').getByText('Waiting for Alan Turing').waitFor();
    await row(one, 'Renamed.pdf').waitFor();
    await Promise.all([one.close(), other.close()]);
  });

  test('reads why something was refused, after a reload too, and it is done when it is tried again', async () => {
    await world.product.end('SIGKILL');
    const tab = await newTab('/files');
    await isOffline(tab);
    await add(tab, 'Refused.pdf');
    await tab.waitForURL(/\/file\/[0-9a-f]{24}/);
    await tab.goto(`${world.product.url}/files`);
    await row(tab, 'Refused.pdf').getByText('Waits for the server').waitFor();
    const refused = JSON.stringify({ error: { code: 'storage_exceeded', message: 'There is no storage left' } });
    await page.context().route((url) => url.pathname === '/files/meta', (route) => (route.request().method() === 'POST' ? route.fulfill({ status: 403, contentType: 'application/json', body: refused }) : route.continue()));
    await world.product.start();
    const mark = row(tab, 'Refused.pdf').locator('[data-error-code=uploading_error]');
    await mark.waitFor();
    await tab.reload();
    await mark.waitFor();
    expect(await mark.textContent()).toContain('storage');
    expect(await titles()).not.toContain('Refused.pdf');
    await tab.goto(`${world.product.url}/profile#waiting`);
    const waiting = tab.getByRole('list', { name: 'Waits for the server' });
    await waiting.getByText('storage').first().waitFor();
    expect(await problemsOf(tab, 'what waits')).toEqual([]);
    await tab.setViewportSize(devices.phone.viewport);
    expect(await problemsOf(tab, 'what waits on a phone')).toEqual([]);
    await tab.setViewportSize(devices.desk.viewport);
    await page.context().unrouteAll({ behavior: 'wait' });
    await waiting.getByRole('button', { name: 'Try again: Refused.pdf' }).click();
    await waiting.waitFor({ state: 'detached' });
    expect((await titles()).filter((title) => title === 'Refused.pdf')).toHaveLength(1);
    await tab.close();
  });

  test('is warned before a sign-out that would lose something', async () => {
    await world.product.end('SIGKILL');
    const tab = await newTab('/files');
    await isOffline(tab);
    await act(tab, 'Renamed.pdf', 'Rename');
    await tab.getByRole('dialog').getByRole('textbox').fill('Lost.pdf');
    await tab.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await row(tab, 'Lost.pdf').getByText('Waits for the server').waitFor();
    await tab.getByRole('button', { name: /Ada Byron/ }).first().click();
    await tab.getByRole('menuitem', { name: 'Sign out' }).click();
    const dialog = tab.getByRole('alertdialog');
    await dialog.getByText('1 change is only in this browser').waitFor();
    await dialog.getByRole('button', { name: 'Sign out' }).click();
    await tab.getByRole('navigation').getByRole('button', { name: 'Sign in' }).waitFor();
    expect(await tab.evaluate(() => localStorage.getItem('countersign.tasks'))).toBeNull();
    await world.product.start();
    expect(await titles()).toContain('Renamed.pdf');
  });
});
