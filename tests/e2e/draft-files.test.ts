/** The documents of a draft and of a template are added, put in order, renamed and removed; by mouse, keyboard and on a phone. */
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { makeFillableForm } from '../fixtures/fillable-form.ts';
import { chooserOf, newPerson } from '../support/chromium.ts';
import { ledTo } from './keyboard.ts';
import { newRequest } from './people.ts';
import { clientIn } from './requests.ts';
import { ada, signedIn, signIn } from './signed-in.ts';
import { inWorld, type World } from './world.ts';

const smallPhone = { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true };

describe('the documents of a draft', () => {
  let world: World;
  let page: Page;

  inWorld(async (opened) => {
    world = opened;
    page = await signedIn(world);
  });

  const documents = (on = page) => on.getByRole('region', { name: 'Documents', exact: true });
  const openDocuments = () => page.getByRole('button', { name: 'Documents', exact: true }).click();
  const titles = (on = page) => documents(on).getByRole('listitem').allInnerTexts();
  const more = (title: string, on = page) => documents(on).getByRole('button', { name: `More options for ${title}` });
  const act = async (title: string, action: string, on = page) => {
    await more(title, on).click();
    await on.getByRole('menuitem', { name: action }).click();
  };
  const rename = async (to: string, on = page) => {
    const dialog = on.getByRole('dialog', { name: 'Rename' });
    await dialog.getByLabel('Name').fill(to);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
  };
  const stored = async () => (await world.product.query<{ title: string }>(
    'select title from transaction_files join files on files.id = file_id join transactions on transactions.id = transaction_id where transactions.deleted_at is null order by position',
  )).map(({ title }) => title);

  test('get another one by the link to the page that adds documents', async () => {
    await newRequest(page, world.file('First.pdf', await makeFillableForm('First')));
    await openDocuments();
    await documents().getByRole('link', { name: 'Add documents' }).click();
    await page.waitForURL(/\/transaction\/[0-9a-f]{24}\/upload$/);
    // One may turn back.
    await page.getByRole('link', { name: 'Go back' }).click();
    await openDocuments();
    await documents().getByRole('link', { name: 'Add documents' }).click();
    const chooser = await chooserOf(page, () => page.getByRole('button', { name: 'Choose documents' }).click());
    await chooser.setFiles([world.file('Second.pdf', await makeFillableForm('Second')), world.file('Third.pdf', await makeFillableForm('Third form'))]);
    await page.waitForURL(/\/transaction\/[0-9a-f]{24}\/create/);
    await expect.poll(async () => (await stored()).sort()).toEqual(['First.pdf', 'Second.pdf', 'Third.pdf']);
  });

  test('are put in order by keyboard; the focus and the document on screen stay', async () => {
    const [, second = '', third = ''] = await stored();
    await page.getByRole('radio', { name: second.replace('.pdf', '') }).click();
    await openDocuments();
    await more(second).focus();
    for (const [key, place] of [['Move down', 3], ['Move up', 2], ['Move up', 1]] as const) {
      await page.keyboard.press('Enter');
      await page.getByRole('menuitem', { name: key }).focus();
      await page.keyboard.press('Enter');
      await expect.poll(async () => (await stored()).indexOf(second)).toBe(place - 1);
      // The row loses the focus where it moves, and gets it back.
      await expect.poll(async () => (await titles()).findIndex((title) => title.includes(second.replace('.pdf', '')))).toBe(place - 1);
      await page.waitForURL(new RegExp(`selectedDocument=${place}`));
      await ledTo(page, new RegExp(`More options for ${second}`));
    }
    expect(await stored()).toEqual([second, 'First.pdf', third]);
    // At the end of the list there is nowhere to go.
    await more(second).click();
    expect(await page.getByRole('menuitem', { name: 'Move up' }).getAttribute('aria-disabled')).toBe('true');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    expect(await page.getByRole('radio', { name: second.replace('.pdf', '') }).isChecked()).toBe(true);
  });

  test('are renamed and removed on a small phone', async () => {
    const phone = await newPerson(world.browser, smallPhone);
    await signIn(phone, world.product.url, world.mailbox, ada);
    await phone.goto(page.url());
    await phone.getByRole('button', { name: 'More', exact: true }).click();
    await phone.getByRole('menuitem', { name: 'Documents' }).click();
    await act('First.pdf', 'Rename', phone);
    const dialog = phone.getByRole('dialog', { name: 'Rename' });
    await dialog.getByLabel('Name').fill('  ');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Enter a name.').waitFor();
    await rename('Lease 2026.pdf', phone);
    await more('Lease 2026.pdf', phone).waitFor();
    await act('Third.pdf', 'Remove', phone);
    await phone.getByText('“Third.pdf” was removed. It is still in your files.').waitFor();
    expect((await stored()).sort()).toEqual(['Lease 2026.pdf', 'Second.pdf']);
    expect(await phone.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    await page.reload();
    await openDocuments();
    await expect.poll(async () => (await titles()).length).toBe(2);
    await phone.context().close();
  });

  test('end the draft with the last one, which stays a file', async () => {
    await act('Second.pdf', 'Remove');
    await expect.poll(stored).toEqual(['Lease 2026.pdf']);
    await act('Lease 2026.pdf', 'Remove');
    const question = page.getByRole('alertdialog', { name: 'Delete this request?' });
    await question.getByRole('button', { name: 'Back' }).last().click();
    expect(await stored()).toEqual(['Lease 2026.pdf']);
    await act('Lease 2026.pdf', 'Remove');
    await question.getByRole('button', { name: 'Delete request' }).click();
    await page.waitForURL(/\/transactions$/);
    expect(await stored()).toEqual([]);
    const left = await world.product.query<{ title: string }>('select title from files where deleted_at is null order by title');
    expect(left.map(({ title }) => title)).toEqual(['Lease 2026.pdf', 'Second.pdf', 'Third.pdf']);
  });

  test('of a template can be changed too, but one remains', async () => {
    const ids = (await world.product.query<{ id: string }>("select id from files where title in ('Second.pdf', 'Third.pdf') order by title")).map(({ id }) => id);
    const { id } = await (await clientIn(world, page)).call('templates.create', { body: { name: 'Both', fileIds: ids } });
    await page.goto(`${world.product.url}/template/${id}`);
    await openDocuments();
    expect(await documents().getByRole('link', { name: 'Add documents' }).getAttribute('href')).toBe(`/template/${id}/upload`);
    await act('Second.pdf', 'Move down');
    await expect.poll(titles).toEqual(['Third.pdf', 'Second.pdf']);
    await act('Third.pdf', 'Remove');
    await expect.poll(titles).toEqual(['Second.pdf']);
    await more('Second.pdf').click();
    await page.getByRole('menuitem', { name: 'Remove' }).getByText('A template needs a document.').waitFor();
    await page.keyboard.press('Escape');
  });

  test('files, requests and templates are renamed in their lists and pages', async () => {
    const menu = async (title: string) => {
      await page.getByRole('button', { name: `More options for ${title}` }).click();
      await page.getByRole('menuitem', { name: 'Rename' }).click();
    };
    await page.goto(`${world.product.url}/templates`);
    await menu('Both');
    await rename('One only');
    await page.getByRole('link', { name: 'One only' }).click();
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await rename('Only one');
    await page.getByRole('heading', { name: 'Only one', level: 1 }).waitFor();
    await page.goto(`${world.product.url}/files`);
    await menu('Lease 2026.pdf');
    await rename('Lease 2027.pdf');
    await page.getByRole('link', { name: 'Lease 2027.pdf' }).click();
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await rename('Lease 2028.pdf');
    await page.getByRole('heading', { name: 'Lease 2028.pdf', level: 1 }).waitFor();
    const [file] = await world.product.query<{ id: string }>("select id from files where title = 'Lease 2028.pdf'");
    await (await clientIn(world, page)).call('transactions.create', { body: { name: 'Draft', fileIds: [file?.id ?? ''] } });
    await page.goto(`${world.product.url}/transactions`);
    await menu('Draft');
    await rename('Better name');
    await page.getByRole('link', { name: 'Better name' }).waitFor();
    expect(await world.product.query('select name from transactions where deleted_at is null')).toEqual([{ name: 'Better name' }]);
  });
});
