/** Files that can't be used: each is told so beside its name, and the others arrive. */
import { spawnSync } from 'node:child_process';
import { truncateSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { makeOwnForm } from '../fixtures/own-form.ts';
import { chooserOf, newPerson } from '../support/chromium.ts';
import { qpdfProblems } from '../support/judges.ts';
import { signedIn } from './signed-in.ts';
import { inWorld, type World } from './world.ts';

/** The texts of document 3 §8.5; for a damaged file it gives the code alone, so the words are ours. */
const damaged = { code: 'pdf_corrupted', text: "This document is damaged and can't be opened." };
const refused: Record<string, { code: string; text: string }> = {
  'Notes.xyz': { code: 'wrong_mime_type', text: 'File has wrong Mime type' },
  'Only called one.pdf': { code: 'wrong_mime_type', text: 'File has wrong Mime type' },
  'Empty.pdf': { code: 'pdf_parsing_error_no_buffer', text: 'This document is empty.' },
  'Truncated.pdf': damaged,
  'Locked.pdf': { code: 'pdf_password', text: 'This document is password-protected.' },
  'Too large.pdf': { code: 'max_size_exceeded', text: 'File is too large' },
};

describe('unusable files', () => {
  let world: World;
  let page: Page;

  inWorld(async (opened) => {
    world = opened;
    page = await signedIn(world);
  });

  const titles = async () => (await world.product.query<{ title: string }>('select title from files order by title')).map(({ title }) => title);

  test('are refused one by one with a reason, and the valid one is added', async () => {
    await page.goto(`${world.product.url}/files`);
    const files = await makeFiles(world);
    const chooser = await chooserOf(page, () => page.getByRole('button', { name: 'Add files' }).first().click());
    await chooser.setFiles(files);
    const panel = page.getByRole('region', { name: 'Documents being added' });
    await panel.getByRole('heading', { name: "6 documents weren't added" }).waitFor();
    for (const [name, { code, text }] of Object.entries(refused)) {
      const error = panel.getByRole('listitem').filter({ hasText: name }).locator('[data-error-code]');
      await expect.poll(async () => [name, await error.getAttribute('data-error-code'), await error.innerText()]).toEqual([name, code, text]);
    }
    // The good one may be on its way still.
    await expect.poll(titles).toEqual(['Good.pdf']);
    await page.goto(`${world.product.url}/files`);
    await page.getByText('Good').first().waitFor();
  });

  test('a file dropped anywhere on the list is added, and the screen announces it', async () => {
    await page.goto(`${world.product.url}/files`);
    await page.getByText('Good').first().waitFor();
    const body = Buffer.from(await makeOwnForm()).toString('base64');
    const transfer = await page.evaluateHandle((base64) => {
      const carried = new DataTransfer();
      carried.items.add(new File([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], 'Dropped.pdf', { type: 'application/pdf' }));
      return carried;
    }, body);
    await page.dispatchEvent('main', 'dragenter', { dataTransfer: transfer });
    await page.getByText('Drop to add to your files').waitFor();
    await page.dispatchEvent('main', 'dragleave', { dataTransfer: transfer });
    await page.getByText('Drop to add to your files').waitFor({ state: 'detached' });
    await page.dispatchEvent('main', 'dragenter', { dataTransfer: transfer });
    await page.dispatchEvent('main', 'drop', { dataTransfer: transfer });
    await page.waitForURL(/\/file\/[0-9a-f]{24}/);
    expect(await titles()).toEqual(['Dropped.pdf', 'Good.pdf']);
  });

  test('a document with a password is unlocked beside its name, and others can then open it', async () => {
    await page.goto(`${world.product.url}/files`);
    const chooser = await chooserOf(page, () => page.getByRole('button', { name: 'Add files' }).first().click());
    await chooser.setFiles(join(world.folder, 'Locked.pdf'));
    const row = page.getByRole('region', { name: 'Documents being added' }).getByRole('listitem').filter({ hasText: 'Locked.pdf' });
    for (const [password, text] of [['nonsense', 'Provided password is incorrect.'], ['user', "This password opens the document but doesn't allow removing its protection."]] as const) {
      await row.getByLabel('Password for Locked.pdf').fill(password);
      await row.getByRole('button', { name: 'Open' }).click();
      await row.getByText(text).waitFor();
    }
    await row.getByLabel('Password for Locked.pdf').fill('owner');
    await row.getByRole('button', { name: 'Open' }).click();
    await page.waitForURL(/\/file\/[0-9a-f]{24}/);
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download', exact: true }).click()]);
    const path = join(world.folder, 'Unlocked.pdf');
    await download.saveAs(path);
    expect(spawnSync('qpdf', ['--is-encrypted', path]).status).toBe(2);
    expect(qpdfProblems(path)).toBe('');
  });

  test('a picture is converted to a document, and an unreachable address is reported', async () => {
    await page.goto(`${world.product.url}/upload`);
    const dot = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
    const chooser = await chooserOf(page, () => page.getByRole('button', { name: 'Choose documents' }).click());
    await chooser.setFiles(world.file('Photo.png', dot));
    await page.waitForURL(/\/files$/);
    await page.getByRole('link', { name: /^Photo/ }).waitFor();
    await page.goto(`${world.product.url}/upload`);
    for (const [address, text] of [['nowhere', "This isn't a valid web address. It must start with http:// or https://."], [`${world.product.url}/favicon.svg`, /couldn't be downloaded|isn't a valid/]] as const) {
      await page.getByLabel('Or add from a web address').fill(address);
      await page.getByRole('button', { name: 'Add', exact: true }).click();
      await page.getByRole('region', { name: 'Documents being added' }).getByText(text).first().waitFor();
    }
    const [row] = await world.product.query("select count(*)::int as count from files where title like 'Photo%'");
    expect(row).toEqual({ count: 1 });
  });

  test('a visitor sees the same reasons', async () => {
    const visitor = await newPerson(world.browser);
    await visitor.goto(world.product.url);
    const chooser = await chooserOf(visitor, () => visitor.getByRole('button', { name: 'Choose a document' }).click());
    await chooser.setFiles([join(world.folder, 'Locked.pdf'), join(world.folder, 'Empty.pdf')]);
    const panel = visitor.getByRole('region', { name: 'Documents being added' });
    await panel.getByRole('heading', { name: "2 documents weren't added" }).waitFor();
    expect((await panel.locator('[data-error-code]').allInnerTexts()).toSorted()).toEqual([refused['Empty.pdf']?.text, refused['Locked.pdf']?.text]);
  });
});

async function makeFiles(world: World): Promise<string[]> {
  const good = await world.ownForm('Good.pdf');
  const form = await makeOwnForm();
  const locked = join(world.folder, 'Locked.pdf');
  const { status } = spawnSync('qpdf', ['--encrypt', 'user', 'owner', '256', '--modify=none', '--', good, locked]);
  expect(status).toBe(0);
  const large = world.file('Too large.pdf', form);
  truncateSync(large, 51 * 2 ** 20);
  return [
    world.file('Notes.xyz', 'Not a document'),
    world.file('Only called one.pdf', 'Not a document either'),
    world.file('Empty.pdf', ''),
    world.file('Truncated.pdf', form.subarray(0, form.length * 0.6)),
    locked,
    large,
    good,
  ];
}
