/** Documents on their way in: stopped, tried again, put away, and one of which not every page can be shown. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page, Route } from 'playwright';
import { describe, expect, test } from 'vitest';
import { makeBrokenPage } from '../fixtures/broken-page.ts';
import { makeScannedContract } from '../fixtures/scanned-contract.ts';
import { chooserOf, devices, cdpSessionOf } from '../support/chromium.ts';
import { signedIn } from './signed-in.ts';
import { seeing } from './people.ts';
import { inWorld, type World } from './world.ts';

describe('adding a document', () => {
  let world: World;
  let page: Page;

  inWorld(async (opened) => {
    world = opened;
    page = await signedIn(world);
  });

  const add = async (path: string | string[]): Promise<void> => {
    await page.goto(`${world.product.url}/files`);
    const chooser = await chooserOf(page, () => page.getByRole('button', { name: 'Add files' }).first().click());
    await chooser.setFiles(path);
  };
  const row = (name: string) => page.getByRole('region', { name: 'Documents being added' }).getByRole('listitem').filter({ hasText: name });
  const titles = async () => (await world.product.query<{ title: string }>('select title from files where deleted_at is null')).map(({ title }) => title);
  const bodies = (): string[] => readdirSync(join(world.product.dataDir, 'bodies'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).map(({ name }) => name);

  test('can be canceled during the upload and leaves nothing on the server', async () => {
    const file = world.file('Scans.pdf', await makeScannedContract(20, 6));
    // So slow that its end is minutes away, however late it is stopped.
    const line = await cdpSessionOf(page);
    await line.send('Network.emulateNetworkConditions', { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 10_000 });
    await page.goto(`${world.product.url}/files`);
    const chooser = await chooserOf(page, () => page.getByRole('button', { name: 'Add files' }).first().click());
    await chooser.setFiles(file);
    await expect.poll(async () => Number(await row('Scans.pdf').getByRole('progressbar').getAttribute('aria-valuenow'))).toBeGreaterThan(0);
    await row('Scans.pdf').getByRole('button', { name: 'Cancel Scans.pdf' }).click();
    await row('Scans.pdf').getByText('Canceled').waitFor();
    await line.send('Network.emulateNetworkConditions', { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 });
    await row('Scans.pdf').getByRole('button', { name: 'Dismiss Scans.pdf' }).click();
    await row('Scans.pdf').waitFor({ state: 'detached' });
    expect(await world.product.query('select id from files')).toEqual([]);
    await expect.poll(bodies).toEqual([]);
  });

  test('can be canceled while the server creates the file, which is then deleted', async () => {
    let goOn = (): void => undefined;
    const canceled = new Promise<void>((resolve) => (goOn = resolve));
    const made = (route: Route) => route.fetch().then(async (response) => canceled.then(() => route.fulfill({ response })));
    await page.route((url) => url.pathname === '/files/meta', made, { times: 1 });
    await add(await world.ownForm('Last moment.pdf'));
    await expect.poll(titles).toEqual(['Last moment.pdf']);
    await row('Last moment.pdf').getByRole('button', { name: 'Cancel Last moment.pdf' }).click();
    await row('Last moment.pdf').getByText('Canceled').waitFor();
    goOn();
    await expect.poll(titles).toEqual([]);
  });

  test('stays in the browser after a network error, with the reason, and is uploaded by itself', async () => {
    let closed = true;
    await page.route((url) => url.pathname.includes('upload'), (route) => (closed && route.request().method() === 'PUT' ? route.abort() : route.continue()));
    await add(await world.ownForm('Late.pdf'));
    await page.waitForURL(/\/file\/[0-9a-f]{24}/);
    expect(await titles()).toEqual([]);
    await page.goto(`${world.product.url}/files`);
    const waiting = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Late.pdf' });
    await waiting.locator('[data-error-code=uploading_error]').waitFor();
    closed = false;
    await expect.poll(titles).toEqual(['Late.pdf']);
    await waiting.locator('[data-error-code=uploading_error]').waitFor({ state: 'detached' });
    await page.unrouteAll();
  });

  test('shows the readable pages of a document with a broken one', async () => {
    await add(world.file('Broken.pdf', makeBrokenPage()));
    await page.waitForURL(/\/file\/[0-9a-f]{24}/);
    await page.locator('[data-page="1"] [data-shown]').waitFor();
    await page.getByRole('region', { name: 'Broken' }).focus();
    await page.keyboard.press('PageDown');
    await page.locator('[data-page="2"]').getByText("This page can't be displayed.").waitFor();
    await page.keyboard.press('End');
    await page.locator('[data-page="3"] [data-shown]').waitFor();
    await page.locator('[data-page="3"]').getByText('Page three').waitFor({ state: 'attached' });
    expect(await page.locator('[data-page="3"]').getByText('Page three').count()).toBe(1);
  });

  test('imports one or several documents named in the address', async () => {
    const named = Buffer.from(JSON.stringify({ documents: ['ftp://one/First.pdf', { url: 'ftp://two/Second.pdf' }] })).toString('base64');
    await page.goto(`${world.product.url}/file?data=${encodeURIComponent(named)}`);
    await page.getByRole('heading', { name: 'Downloading 2 documents' }).waitFor();
    for (const name of ['First.pdf', 'Second.pdf']) await row(name).getByText("This isn't a valid web address. It must start with http:// or https://.").waitFor();
    await page.goto(`${world.product.url}/file?url=${encodeURIComponent('ftp://one/Third.pdf')}`);
    await row('Third.pdf').getByText("This isn't a valid web address. It must start with http:// or https://.").waitFor();
    await page.goto(`${world.product.url}/file?url=`);
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/not_found');
  });

  test.each(['desk', 'phone'] as const)('never covers a button of the screen on a %s', async (device) => {
    await page.setViewportSize(devices[device].viewport);
    const name = `On a ${device}.xhtml`;
    // One that is refused, so that there is something to tell.
    const refused = `On a ${device}.exe`;
    await add([world.file(refused, 'MZ'), world.file(name, '<html xmlns="http://www.w3.org/1999/xhtml"><head><title>Order</title></head><body><p><label>Name <input name="name" /></label></p></body></html>')]);
    await page.waitForURL(/\/file\/[0-9a-f]{24}/);
    await row(refused).locator('[data-error-code=wrong_mime_type]').waitFor();
    await page.frameLocator(`iframe[title="${name}"]`).getByLabel('Name').fill('Ada');
    // Pressed where it is seen, with the document still being told about.
    await seeing(page.getByText('Saved', { exact: true }).first(), () => page.getByRole('button', { name: 'Save', exact: true }).click());
    expect(await world.product.query('select version from files where title = $1', [name])).toEqual([{ version: 2 }]);
    await row(refused).getByRole('button', { name: `Dismiss ${refused}` }).click();
  });
});
