/** One template to many people: a list is read and looked over, sent, followed while people sign, and stopped. */
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { chooserOf, newPerson } from '../support/chromium.ts';
import { linkIn } from '../support/mailbox.ts';
import { signedIn } from './signed-in.ts';
import { finish, openRequest } from './people.ts';
import { clientIn, fieldFor, makeDraft } from './requests.ts';
import { inWorld, type World } from './world.ts';

describe('a bulk send', () => {
  let world: World;
  let page: Page;
  let template: string;

  inWorld(async (opened) => {
    world = opened;
    page = await signedIn(world);
    const { id } = await makeDraft(world, page, { name: 'Consent.pdf', recipients: [] });
    const client = await clientIn(world, page);
    const made = await client.call('templates.fromTransaction', { params: { id }, body: {} });
    await client.call('templates.update', { params: { id: made.id }, body: { recipients: [{ role: 'Parent' }] } });
    template = `${world.product.url}/template/${made.id}`;
  });

  const choose = async (name: string, text: string) => {
    const chooser = await chooserOf(page, () => page.getByRole('button', { name: /^Choose (a|another) list$/ }).click());
    await chooser.setFiles(world.file(name, text));
  };

  test('reads a list of ten thousand and reports the problem of each row', async () => {
    await page.goto(template);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Bulk send' }).click();
    await page.getByText('Each person takes the role “Parent”.').waitFor();
    const rows = Array.from({ length: 10_000 }, (_, number) => `Person,Number,person${number}@example.com`);
    rows[4711] = 'No,Address,nobody';
    rows[9999] = 'Once,More,person1@example.com';
    await choose('everybody.csv', ['First name,Last name,E-mail', ...rows].join('\n'));
    await page.getByText('9998 people will get a request.').waitFor();
    await page.getByText(/^2 rows have problems and will be skipped\./).waitFor();
    await page.getByText('Show only rows with problems').click();
    const list = page.getByRole('list', { name: 'People' });
    await expect.poll(() => list.getByRole('listitem').count()).toBe(2);
    expect((await list.innerText()).replaceAll('\u2011', '-')).toContain("This isn't a valid e-mail address.");
    expect(await list.innerText()).toContain('This person is already on the list.');
    await page.getByRole('button', { name: 'Send to 9998 people' }).waitFor();
  });

  test('goes to everybody on the list and shows the status of each', async () => {
    await choose('three.csv', 'E-Mail;Vorname;Nachname\ngrace@example.com;Grace;Hopper\nalan@example.com;Alan;Turing\nemmy@example.com;Emmy;Noether\n');
    await page.getByRole('button', { name: 'Send to 3 people' }).click();
    await page.waitForURL(/\/bulks\/[0-9a-f]{24}$/);
    const people = page.getByRole('list', { name: 'People' });
    await people.getByText('Grace Hopper').waitFor();
    const grace = await newPerson(world.browser);
    await openRequest(grace, linkIn(await world.mailbox.about('grace@example.com', '/transaction/'), /\/transaction\//));
    await finish(grace);
    await grace.getByRole('heading', { name: 'You have signed' }).waitFor();
    // It comes by itself.
    await people.getByRole('listitem').filter({ hasText: 'Grace Hopper' }).getByText('Signed').waitFor();
    await page.getByText('1 of 3 signed').waitFor();
    await page.getByLabel('Search people').fill('turing');
    await expect.poll(() => people.getByRole('listitem').count()).toBe(1);
    await page.getByLabel('Search people').fill('');
  });

  test('can be canceled; the remaining recipients can no longer sign', async () => {
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Cancel' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel', exact: true }).click();
    await page.getByText('Canceled. No more requests will be sent.').waitFor();
    await page.goto(`${world.product.url}/transactions`);
    await page.getByRole('region', { name: 'Bulk sends' }).getByText('1 of 3 signed').waitFor();
    await expect.poll(async () => world.product.query('select status from transactions where bulk_id is not null order by status')).toEqual([
      { status: 'canceled' }, { status: 'canceled' }, { status: 'completed' },
    ]);
  });

  test('columns fill the fields of their names; what does not fit is said with its line and column', async () => {
    const client = await clientIn(world, page);
    const { id } = await makeDraft(world, page, { name: 'Contract.pdf', recipients: [], fields: [
      { ...fieldFor('', 'text'), recipient: null, tooltip: 'Salary' }, { ...fieldFor('', 'date', 1), recipient: null, tooltip: 'Start', dateFormat: 'DD.MM.YYYY' }, { ...fieldFor('', 'text', 2), recipient: null, tooltip: 'City', options: ['Rome', 'Paris'] },
    ] });
    await page.goto(`${world.product.url}/transaction/${id}/use_bulk`);
    await page.getByText('Columns with these names fill fields: Salary, Start, and City.').waitFor();
    await choose('salaries.csv', 'E-mail,Salary,START,Car\nv0@example.com,1000,2026-02-01,red\nv1@example.com,2000,30.02.2026,blue\n');
    await page.getByText('Filled in from the list: Salary and Start.').waitFor();
    await page.getByText('Not used, because no field has this name: Car.').waitFor();
    await page.getByText('Fields without a column stay as they are in the documents: City.').waitFor();
    const list = page.getByRole('list', { name: 'People' });
    await list.getByText('Salary: 1000 · Start: 01.02.2026').waitFor();
    await list.getByText("Line 3, Start: This isn't a date.").waitFor();
    await page.getByRole('button', { name: 'Send to 1 person' }).click();
    await page.waitForURL(/\/bulks\/[0-9a-f]{24}$/);
    await page.getByRole('list', { name: 'People' }).getByText('Sent', { exact: true }).waitFor();
    const { recipients: [sent] } = await client.call('bulks.get', { params: { id: page.url().slice(-24) } });
    const { fileIds: [fileId = ''] } = await client.call('transactions.get', { params: { id: sent?.transactionId ?? '' } });
    const document = await (await world.engine()).open(await client.contentOf(fileId));
    expect((await document.fields()).flatMap(({ tooltip, value }) => (value ? [[tooltip, value]] : []))).toEqual([['Salary', '1000'], ['Start', '01.02.2026']]);
    await document.close();
  });
});
