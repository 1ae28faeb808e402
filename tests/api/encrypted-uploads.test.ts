/** The virus scanner and the document converter beside encrypted documents: both get the document as it was written, and the storage gets none in clear. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { openSandbox } from '#server/adapters/conversion/sandbox.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { clamdServer, findsEicar } from '../support/clamd.ts';
import { Client, samplePdf } from './client.ts';

const hasOffice = ((): boolean => {
  try {
    execFileSync('which', ['soffice'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();
const scannedBodies: Buffer[] = [];
const clamd = clamdServer((body) => {
  scannedBodies.push(body);
  return findsEicar(body);
});
const folder = mkdtempSync(join(tmpdir(), 'encrypted-uploads-'));
let server: TestApp;
let ada: Client;

beforeAll(async () => {
  await new Promise<void>((resolve) => clamd.listen(0, '127.0.0.1', resolve));
  const { port } = clamd.address() as AddressInfo;
  server = await startTestApp({
    ENCRYPT_DOCUMENTS: 'true', SCANNER_URL: `clamd://127.0.0.1:${port}`, RUN_JOBS: 'true',
    CONVERSION: (await openSandbox('sandboxed')) === null ? 'unsandboxed' : 'sandboxed',
  });
  ada = await Client.signIn(server, 'ada@example.org');
});
beforeEach(() => { scannedBodies.length = 0; });
afterAll(async () => {
  await server.close();
  await new Promise((resolve) => clamd.close(resolve));
  rmSync(folder, { recursive: true });
});

const inFolder = (name: string): string[] =>
  readdirSync(join(server.infrastructure.config.dataDir, name), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
const keys = async (): Promise<number> => (await server.infrastructure.db.selectFrom('body_keys').select('body_ref').execute()).length;

function expectEncrypted(count: number): void {
  const bodies = inFolder('bodies').map((path) => readFileSync(path));
  expect(bodies.length).toBe(count);
  for (const body of bodies) expect(body.subarray(0, 15).toString()).toBe('countersign-enc');
}

test('a clean upload is scanned in plain and stored encrypted', async () => {
  // Larger than a block, and than one read.
  const bytes = Buffer.concat([samplePdf('the clean lease'), Buffer.alloc(300_000, '%')]);
  const { id } = await ada.addFile(bytes);
  expect(scannedBodies.map((body) => body.equals(bytes))).toEqual([true]);
  expect((await ada.contentOf(id)).equals(bytes)).toBe(true);
  expectEncrypted(1);
});

test('an infected upload is rejected, and neither body nor key is kept', async () => {
  const [bodiesBefore, keysBefore] = [inFolder('bodies'), await keys()];
  const { url } = await ada.call('files.uploadUrl', { body: { mimeType: 'application/pdf' } });
  expect(await ada.put(url, samplePdf('EICAR'))).toMatchObject({ status: 422, body: { error: { code: 'verification_failed' } } });
  expect(scannedBodies).toHaveLength(1);
  expect(inFolder('bodies')).toEqual(bodiesBefore);
  expect(await keys()).toBe(keysBefore);
});

test.skipIf(!hasOffice)('a document is converted, and both versions are stored encrypted (skipped without LibreOffice)', async () => {
  const before = inFolder('bodies').length;
  const text = Buffer.from('Ein Vertrag über Ωμέγα\n');
  const { url, bodyRef } = await ada.call('files.uploadUrl', { body: { mimeType: 'text/plain' } });
  expect((await ada.put(url, text, 'text/plain')).status).toBe(200);
  const { id } = await ada.call('files.createMeta', { body: { bodyRef, attributes: { title: 'Contract.txt' } } });
  await ada.call('files.convertToPdf', { params: { id } });
  await vi.waitFor(async () => expect((await ada.call('files.getMeta', { params: { id } })).convert).toBe('resolved'), { timeout: 150_000, interval: 300 });
  const path = join(folder, 'converted.pdf');
  writeFileSync(path, await ada.contentOf(id));
  expect(execFileSync('pdftotext', [path, '-'], { encoding: 'utf8' })).toContain('Ωμέγα');
  expect((await ada.contentOf(id, 1)).equals(text)).toBe(true);
  expectEncrypted(before + 2);
  // What the converter read in clear is gone.
  await vi.waitFor(() => expect(inFolder('lent')).toEqual([]), { timeout: 10_000 });
}, 180_000);
