/** Several documents in one request, of which the sender opens only the first; and one that nobody can sign. */
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import type { Field } from '#contract/entities/field.ts';
import { asHybrid, makeFillableForm } from '../fixtures/fillable-form.ts';
import { newPerson } from '../support/chromium.ts';
import { textOf } from '../support/judges.ts';
import { linkIn } from '../support/mailbox.ts';
import { signedIn } from './signed-in.ts';
import { addRecipient, finish, newRequest, openRequest, placeOf, send } from './people.ts';
import { inWorld, type World } from './world.ts';

describe('a request with two forms', () => {
  let world: World;
  let sender: Page;

  inWorld(async (opened) => {
    world = opened;
    sender = await signedIn(world);
  });

  test('keeps the fields of both if only one was opened', async () => {
    const files = await Promise.all(['First', 'Second'].map(async (words) => world.file(`${words} form.pdf`, await makeFillableForm(words))));
    await newRequest(sender, files);
    await sender.getByRole('group', { name: 'Fields on page 1' }).getByRole('button').first().waitFor();
    await addRecipient(sender, 'Grace Hopper', 'grace@example.com');
    const storedFields = async () => {
      const rows = await world.product.query<{ title: string; fields: Field[] }>('select title, fields from files order by title');
      return rows.map(({ title, fields }) => [title, fields.map(({ fieldName, type }) => [fieldName, type])]);
    };
    await expect.poll(storedFields).toEqual(
      ['First', 'Second'].map((words) => [`${words} form.pdf`, [[`${words} name`, 'text'], [`${words} agreed`, 'checkmark']]]),
    );
    await send(sender);
  });

  test('lets the recipient fill the one that was not opened', async () => {
    const grace = await newPerson(world.browser);
    await openRequest(grace, linkIn(await world.mailbox.about('grace@example.com', '/transaction/'), /\/transaction\//));
    await grace.getByRole('radio', { name: /Second form/ }).click();
    // The first one stands there until the other is drawn, with a place of the same name.
    await grace.locator('[data-page="1"]').getByText('Second').first().waitFor({ state: 'attached' });
    await placeOf(grace, 'text').fill('Grace in the second');
    await finish(grace);
    await grace.getByRole('heading', { name: 'You have signed' }).waitFor();
    await sender.waitForURL(/\/completed$/);
    await sender.getByRole('radio', { name: /Second form/ }).click();
    await sender.getByText(/Signed by Grace Hopper on/).waitFor();
    const [row] = await world.product.query('select status from transactions');
    expect(row).toEqual({ status: 'completed' });
  });

  test('downloads all with the audit trail as one archive or one by one', async () => {
    // It comes by itself.
    await sender.getByRole('button', { name: 'Download audit trail' }).waitFor();
    const ask = async () => {
      await sender.getByRole('main').getByRole('button', { name: 'Download', exact: true }).click();
      return sender.getByRole('dialog', { name: 'Download' });
    };
    let dialog = await ask();
    const confirm = () => dialog.getByRole('button', { name: 'Download', exact: true }).click();
    const [archive] = await Promise.all([sender.waitForEvent('download'), confirm()]);
    expect(archive.suggestedFilename()).toBe('First form.zip');
    const path = join(world.folder, 'all.zip');
    await archive.saveAs(path);
    execFileSync('python3', ['-m', 'zipfile', '-e', path, join(world.folder, 'all')]);
    expect(readdirSync(join(world.folder, 'all')).sort()).toEqual(['Audit First form.pdf', 'First form (signed).pdf', 'Second form (signed).pdf']);
    expect(textOf(join(world.folder, 'all', 'Second form (signed).pdf'))).toContain('Grace in the second');
    await dialog.waitFor({ state: 'detached' });
    dialog = await ask();
    await dialog.getByText('Separate files').click();
    const names: string[] = [];
    sender.on('download', (download) => names.push(download.suggestedFilename()));
    await confirm();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => names).toEqual(['First form (signed).pdf', 'Second form (signed).pdf', 'Audit First form.pdf']);
  });

  test('downloads them without the audit trail on request', async () => {
    await sender.getByRole('main').getByRole('button', { name: 'Download', exact: true }).click();
    const dialog = sender.getByRole('dialog', { name: 'Download' });
    await expect.poll(() => dialog.getByRole('checkbox').isChecked()).toBe(true);
    await dialog.getByRole('checkbox').click({ force: true });
    const [archive] = await Promise.all([sender.waitForEvent('download'), dialog.getByRole('button', { name: 'Download', exact: true }).click()]);
    const path = join(world.folder, 'without-audit.zip');
    await archive.saveAs(path);
    execFileSync('python3', ['-m', 'zipfile', '-e', path, join(world.folder, 'without')]);
    expect(readdirSync(join(world.folder, 'without')).sort()).toEqual(['First form (signed).pdf', 'Second form (signed).pdf']);
  });

  test('opens both under one address that names the displayed one', async () => {
    const ids = (await world.product.query<{ id: string }>("select id from files where title in ('First form.pdf', 'Second form.pdf') order by title")).map(({ id }) => id);
    await sender.goto(`${world.product.url}/file/${ids.join(',')}?selectedDocument=2`);
    await sender.locator('[data-page="1"]').getByText('Second').waitFor({ state: 'attached' });
    await expect.poll(() => sender.getByRole('radio', { name: /Second form/ }).isChecked()).toBe(true);
    await sender.getByRole('radio', { name: /First form/ }).click();
    await sender.waitForURL(/selectedDocument=1/);
    await sender.locator('[data-page="1"]').getByText('First').waitFor({ state: 'attached' });
  });

  test('warns of a document that cannot be signed when it is added and before sending', async () => {
    const why = "This document can't be signed: it may look different in different programs. Print it to a new PDF and add that.";
    await sender.goto(`${world.product.url}/transactions`);
    await newRequest(sender, world.file('Mixed.pdf', asHybrid(await makeFillableForm('Mixed'))));
    await sender.getByRole('region', { name: 'Documents being added' }).getByText(`Added. ${why}`).waitFor();
    await addRecipient(sender, 'Grace Hopper', 'grace@example.com');
    await sender.getByRole('button', { name: 'Send', exact: true }).click();
    const dialog = sender.getByRole('dialog', { name: 'Send for signature?' });
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    await dialog.getByText("Mixed.pdf couldn't be prepared.").waitFor();
    await dialog.getByText(why).waitFor();
    const [row] = await world.product.query("select status from transactions where name like 'Mixed%'");
    expect(row).toEqual({ status: 'draft' });
  });
});

describe('a request with two documents that its sender signs as well', () => {
  let world: World;

  inWorld((opened) => {
    world = opened;
  });

  test('signs both, the second of which was read only before its fields were placed', async () => {
    const sender = await signedIn(world);
    await newRequest(sender, [await world.ownForm('Third.pdf'), await world.ownForm('Fourth.pdf')]);
    await sender.getByRole('tab', { name: 'People' }).click();
    await sender.getByRole('button', { name: 'Add me' }).click();
    await addRecipient(sender, 'Grace Hopper', 'grace@example.com');
    await sender.getByRole('button', { name: 'Discard all' }).click();
    await sender.getByRole('button', { name: 'Send', exact: true }).click();
    await sender.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click();
    await finish(sender);
    await sender.getByRole('heading', { name: 'You have signed' }).waitFor();
    const signed = await world.product.query("select title, version from files where title in ('Third.pdf', 'Fourth.pdf') order by title");
    expect(signed).toEqual(['Fourth.pdf', 'Third.pdf'].map((title) => ({ title, version: 3 })));
  });
});
