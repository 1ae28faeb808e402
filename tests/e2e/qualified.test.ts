/** A qualified signature is called so, where the operator reads trusted lists; the server does not learn whose it is. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { X509Certificate } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { makeFillableForm } from '../fixtures/fillable-form.ts';
import { chooserOf, devices, newPerson } from '../support/chromium.ts';
import { issuer, person, signedBy } from '../support/qualified-signer.ts';
import { listSigner, listXml, signList } from '../support/trusted-lists.ts';
import { inWorld, openWorld, type World } from './world.ts';

const folder = mkdtempSync(join(tmpdir(), 'countersign-qualified-'));
const day = 86_400_000;
let world: World;
let authority: Awaited<ReturnType<typeof issuer>>;

inWorld(
  (opened) => {
    world = opened;
  },
  async () => {
    const signer = await listSigner('Operator');
    authority = await issuer('Qualified Authority');
    const service = { provider: 'Trust Services Ltd', name: 'Qualified certificates', type: 'CA/QC', certificates: [authority.certificate], periods: [{ status: 'granted', since: '2020-01-01T00:00:00Z' }] };
    const list = listXml({ territory: 'DE', issued: new Date(Date.now() - day).toISOString(), nextUpdate: new Date(Date.now() + 90 * day).toISOString(), services: [service] });
    writeFileSync(join(folder, 'list.xml'), signList(list, signer));
    writeFileSync(join(folder, 'signer.pem'), new X509Certificate(signer.certificate).toString());
    return openWorld({ TRUSTED_LISTS: join(folder, 'list.xml'), TRUSTED_LIST_CERTIFICATES: join(folder, 'signer.pem') });
  },
);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(['desk', 'phone'] as const)('the verdict says that a signature is qualified and names the trusted list (%s)', async (screen) => {
  const signed = await signedBy(await world.engine(), await makeFillableForm('Lease'), await person(authority, 'Grace Hopper'), [authority.certificate], Math.floor(Date.now() / 1000));
  const page = await newPerson(world.browser, devices[screen]);
  const queries: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/certificates/services')) queries.push(new URL(request.url()).search);
  });
  await page.goto(world.product.url);
  await page.getByRole('main').getByRole('link', { name: 'Check a document' }).click();
  const chooser = await chooserOf(page, () => page.getByRole('button', { name: 'Choose a document', exact: true }).click());
  await chooser.setFiles(world.file('Lease.pdf', signed));
  await page.getByRole('complementary', { name: 'Signatures' }).getByText(/^Signed by Grace Hopper on .* Nothing has changed since\.$/).waitFor({ timeout: 8000 });
  await page.getByText('Evidence', { exact: true }).click({ timeout: 5000 });
  await page.getByText('This is a qualified electronic signature. Listed service: Qualified certificates – Trust Services Ltd, Germany.').waitFor({ timeout: 5000 });
  if (process.env['PICTURES']) await page.screenshot({ path: join(process.env['PICTURES'], `qualified-${screen}.png`) });
  // Nothing but bytes of hashes.
  expect(queries.at(-1)).toMatch(/^\?keys=[0-9a-f]{2}(%2C[0-9a-f]{2}|,[0-9a-f]{2})*$/);
  await page.context().close();
});
