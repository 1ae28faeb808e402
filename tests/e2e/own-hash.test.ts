/** What a signer signs is what their browser has: it hashes every byte itself, and fetches each of them once. */
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { makeOwnForm } from '../fixtures/own-form.ts';
import { withAttachment } from '../fixtures/with-attachment.ts';
import { type Alter, type AlteringProxy, alteringProxy } from '../support/altering-proxy.ts';
import { devices, newPerson } from '../support/chromium.ts';
import { linkIn } from '../support/mailbox.ts';
import { signedIn } from './signed-in.ts';
import { finish, openRequest, placeOf } from './people.ts';
import { fieldFor, makeRequest, recipient } from './requests.ts';
import { inWorld, type World } from './world.ts';

let world: World;
let sender: Page;
inWorld(async (opened) => {
  world = opened;
  sender = await signedIn(world);
});

const megabyte = 1_000_000;

interface Signing {
  readonly page: Page;
  readonly proxy: AlteringProxy;
  readonly fileId: string;
}

/** Somebody has filled in a large document that came by way of a proxy, and presses "Sign". */
async function sign(email: string, alter?: Alter): Promise<Signing> {
  const { id, fileIds: [fileId = ''] } = await makeRequest(world, sender, { name: 'Large lease.pdf', bytes: await withAttachment(await makeOwnForm(), 3 * megabyte), recipients: [recipient('Grace Hopper', email)], fields: [fieldFor(email, 'text')] });
  const proxy = await alteringProxy(alter);
  const page = await newPerson(world.browser, { ...devices.desk, proxy: { server: proxy.address, bypass: '<-loopback>' } });
  await openRequest(page, linkIn(await world.mailbox.about(email, `/transaction/${id}`), /\/transaction\//));
  await placeOf(page, 'text').fill('Filled by Grace');
  await finish(page);
  return { page, proxy, fileId };
}

const sizesOf = async (fileId: string): Promise<number[]> =>
  (await world.product.query<{ size: string }>('select size from file_versions where file_id = $1 order by version', [fileId])).map(({ size }) => Number(size));

/** What has come of a signing after the person was told that this is not the document. */
async function refused({ page, proxy, fileId }: Signing): Promise<{ sent: string[]; versions: number }> {
  await page.getByText('isn\'t the document that the server has. Nothing was signed.').waitFor();
  const sent = proxy.passed.map(({ path }) => path).filter((path) => /^PUT |\/sign$|\/update_url$|certificates\/stamp$/.test(path));
  await page.context().close();
  proxy.close();
  return { sent, versions: (await sizesOf(fileId)).length };
}

const nothing = { sent: [], versions: 2 };

test('each byte of a document is fetched once', async () => {
  const { page, proxy, fileId } = await sign('once@example.com');
  await page.getByRole('heading', { name: 'You have signed' }).waitFor();
  await expect.poll(() => sizesOf(fileId)).toHaveLength(3);
  const [, signed = 0] = await sizesOf(fileId);
  const down = proxy.passed.filter(({ path }) => path === 'GET /storage/downloads').reduce((sum, { bytes }) => sum + bytes, 0);
  expect(down / signed).toBeGreaterThan(1);
  expect(down / signed).toBeLessThan(1.05);
  await page.context().close();
  proxy.close();
});

test('another byte than the server stored: nothing is signed, and the person is told', async () => {
  const signing = await sign('byte@example.com', (path, body) => {
    if (path === 'GET /storage/downloads' && body.length > megabyte) body[body.length >> 1]! ^= 1;
    return body;
  });
  expect(await refused(signing)).toEqual(nothing);
});

test('another hash than that of the document: nothing is signed, and the person is told', async () => {
  const signing = await sign('hash@example.com', (path, body) => {
    if (!path.startsWith('GET /files/download_url/')) return body;
    const stated = JSON.parse(body.toString()) as { hash: string };
    return Buffer.from(JSON.stringify({ ...stated, hash: stated.hash.replace(/^./, (digit) => (digit === '0' ? '1' : '0')) }));
  });
  expect(await refused(signing)).toEqual(nothing);
});
