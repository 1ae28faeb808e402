/**
 * A recipient who follows the link of a mail. How long it takes is measured by `npm run bench:browser`; here stands what
 * must be so for it to be quick over a slow network.
 */
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { newPerson, screens } from '../support/chromium.ts';
import { linkIn } from '../support/mailbox.ts';
import { makeScannedContract } from '../fixtures/scanned-contract.ts';
import { signedIn } from './arrive.ts';
import { fieldFor, makeDraft, makeRequest, recipient } from './requests.ts';
import { inWorld, type World } from './world.ts';

const email = 'grace@example.com';

interface Asked {
  readonly path: string;
  readonly range: string | undefined;
}

describe('a recipient of a long document', () => {
  let world: World;
  let page: Page;
  let sender: Page;
  let fileId: string;
  const asked: Asked[] = [];
  const times = (path: string): number => asked.filter((each) => each.path === path).length;

  inWorld(async (opened) => {
    world = opened;
    sender = await signedIn(world);
    const fields = [fieldFor(email, 'text'), fieldFor(email, 'signature', 1)];
    ({ fileIds: [fileId = ''] } = await makeRequest(world, sender, { name: 'Scans.pdf', bytes: await makeScannedContract(60, 6), recipients: [recipient('Grace Hopper', email)], fields }));
    page = await newPerson(world.browser, screens.phone);
    page.on('request', (request) => asked.push({ path: new URL(request.url()).pathname, range: request.headers()['range'] }));
  });

  test('sees their first place and the page under it', async () => {
    await page.goto(linkIn(await world.mailbox.about(email, '/transaction/'), /\/transaction\//));
    await page.locator('[data-place]').nth(1).waitFor();
    await page.locator('[data-page="1"] [data-shown]').first().waitFor();
    expect(await page.locator('[data-place]').count()).toBe(2);
  });

  test('asks once for what a way there and back is spent on', () => {
    const paths = ['/.well-known/openid-configuration', '/oauth/token', '/profile', `/files/meta/${fileId}`, `/files/download_url/${fileId}`];
    expect(Object.fromEntries(paths.map((path) => [path.replace(fileId, '…'), times(path)]))).toEqual({
      '/.well-known/openid-configuration': 0, '/oauth/token': 1, '/profile': 1, '/files/meta/…': 1, '/files/download_url/…': 1,
    });
  });

  test('has the texts of one language in one file', () => {
    expect(asked.filter(({ path }) => path.includes('/locale-')).map(({ path }) => path.replace(/^.*(locale-\w\w).*$/, '$1'))).toEqual(expect.arrayContaining(['locale-en']));
    expect(asked.filter(({ path }) => /\/assets\/(shell|signing|errors)-/.test(path))).toEqual([]);
  });

  test('reads of the document what the first page needs', () => {
    const ranges = asked.flatMap(({ range }) => (range ? [range] : []));
    expect(ranges.length).toBeGreaterThan(0);
    expect(ranges.length).toBeLessThanOrEqual(10);
    const bytes = ranges.flatMap((range) => [...range.matchAll(/(\d+)-(\d+)/g)]).reduce((sum, [, begin, last]) => sum + Number(last) - Number(begin) + 1, 0);
    expect(bytes).toBeLessThan(1_000_000);
  });

  /** Closes the window as a person does; gives whether the browser asked, and stays where it asked. */
  const triesToClose = async (window: Page): Promise<boolean> => {
    const dialog = window.waitForEvent('dialog');
    await window.close({ runBeforeUnload: true });
    const asks = await dialog;
    await asks.dismiss();
    return asks.type() === 'beforeunload';
  };

  test('is asked before they leave what they have typed', async () => {
    await page.getByRole('dialog', { name: 'Scans.pdf' }).locator('footer').getByRole('button').last().click();
    await page.getByRole('textbox', { name: /^Text/ }).fill('Typed and not signed');
    expect(await triesToClose(page)).toBe(true);
    expect(await page.getByRole('textbox', { name: /^Text/ }).inputValue()).toBe('Typed and not signed');
  });

  test('the sender is asked before they leave a place that is not saved yet', async () => {
    const { id } = await makeDraft(world, sender, { name: 'Draft.pdf', recipients: [recipient('Grace Hopper', email)], fields: [fieldFor(email, 'text')] });
    // While nothing can be saved, it is not saved in the moment before the window closes.
    await sender.goto(`${world.product.url}/transaction/${id}/create`);
    const field = sender.locator('[data-page="1"] [data-field]').first();
    await field.waitFor();
    await sender.context().setOffline(true);
    const before = await field.boundingBox();
    await field.focus();
    await sender.keyboard.press('ArrowRight');
    await expect.poll(async () => (await field.boundingBox())?.x).toBeGreaterThan(before?.x ?? Infinity);
    expect(await triesToClose(sender)).toBe(true);
    await sender.context().setOffline(false);
  });
});
