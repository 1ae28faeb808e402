/** M8: somebody sees how much of their storage is in use, is warned before it is full, and told when a document does not fit. */
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { samplePdf } from '../api/client.ts';
import { chooserOf, devices } from '../support/chromium.ts';
import { signedIn } from './signed-in.ts';
import { clientIn } from './requests.ts';
import { inWorld, openWorld, type World } from './world.ts';

const allowed = 20_000;
const pdfOf = (size: number): Buffer => Buffer.concat([samplePdf(), Buffer.alloc(size)]).subarray(0, size);
let world: World;
let page: Page;

inWorld(
  async (opened) => {
    world = opened;
    page = await signedIn(world);
  },
  () => openWorld({ MAX_STORAGE_PER_PERSON: String(allowed) }),
);

const storage = () => page.getByRole('region', { name: 'Storage' });
const add = async (path: string): Promise<void> => {
  await page.goto(`${world.product.url}/files`);
  const chooser = await chooserOf(page, () => page.getByRole('button', { name: 'Add files' }).first().click());
  await chooser.setFiles(path);
};
const row = (name: string) => page.getByRole('region', { name: 'Documents being added' }).getByRole('listitem').filter({ hasText: name });

test('the profile shows storage in use and warns when it is low; a document that does not fit is refused', async () => {
  await page.goto(`${world.product.url}/profile`);
  await storage().getByText('0 byte of 20 kB used').waitFor();
  const client = await clientIn(world, page);
  const { url } = await client.call('files.uploadUrl', { body: { mimeType: 'application/pdf' } });
  expect((await client.put(url, pdfOf(18_500))).status).toBe(200);
  await page.setViewportSize(devices.phone.viewport);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto(`${world.product.url}/profile`);
    await storage().getByText('Your storage is almost full.').waitFor();
    expect(await storage().getByRole('progressbar').getAttribute('aria-valuenow')).toBe('92.5');
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  }
  await page.setViewportSize(devices.desk.viewport);
  await add(await world.ownForm('More.pdf'));
  await row('More.pdf').getByText('There isn\'t enough storage left for this.').waitFor();
});
