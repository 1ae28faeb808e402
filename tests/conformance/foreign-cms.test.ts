/** CMS that another program made in pieces (BER, as `openssl cms -stream` writes it): not embedded, and judged where it stands already. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createNodeEngine, type Engine, type PreparedSignature } from '@countersign/core/node';
import { formDocument, joined } from './documents.ts';

const folder = mkdtempSync(join(tmpdir(), 'countersign-cms-'));
const at = (name: string): string => join(folder, name);
const openssl = (...args: string[]): Buffer => execFileSync('openssl', args, { stdio: 'pipe' });
const now = Math.floor(Date.now() / 1000);

let engine: Engine;
let file: Uint8Array;
let prepared: PreparedSignature;

beforeAll(async () => {
  openssl('req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', at('key.pem'), '-out', at('certificate.pem'), '-subj', '/CN=Ada', '-days', '10');
  engine = await createNodeEngine();
  file = await formDocument();
  const document = await engine.open(file);
  prepared = await document.prepareSignature({ field: { name: 'Signature' }, certificate: readFileSync(at('certificate.pem')), signingTime: now });
  await document.close();
  const whole = joined(file, prepared.tail.bytes);
  const [, before, after, rest] = prepared.byteRange;
  writeFileSync(at('content'), Buffer.concat([whole.subarray(0, before), whole.subarray(after, after + rest)]));
});
afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

function cms(...more: string[]): Uint8Array {
  const signer = ['-signer', at('certificate.pem'), '-inkey', at('key.pem'), '-md', 'sha256'];
  openssl('cms', '-sign', '-binary', '-cades', '-nosmimecap', ...more, '-outform', 'DER', ...signer, '-in', at('content'), '-out', at('cms'));
  return new Uint8Array(readFileSync(at('cms')));
}

/** The document with these bytes in the gap, whatever they are. */
function embedded(bytes: Uint8Array): Uint8Array {
  const whole = Buffer.from(joined(file, prepared.tail.bytes));
  whole.write(Buffer.from(bytes).toString('hex'), prepared.byteRange[1] + 1, 'latin1');
  return new Uint8Array(whole);
}

const judged = async (bytes: Uint8Array) => {
  const document = await engine.open(embedded(bytes));
  const [report] = await document.verify({ trust: [readFileSync(at('certificate.pem'))], at: now + 60, ignoreTrust: true });
  await document.close();
  return { ...report, codes: report?.findings.map(({ code }) => code) };
};

test('refuses a CMS in BER with its own code, and one in DER for missing attributes', async () => {
  const ber = cms('-stream');
  expect([...ber.subarray(0, 2)]).toEqual([0x30, 0x80]);
  await expect(engine.completeWithCms(prepared.session, ber)).rejects.toMatchObject({ code: 'sign_cms_not_der' });
  // OpenSSL states the time of signing, which PAdES leaves to the document.
  await expect(engine.completeWithCms(prepared.session, cms())).rejects.toMatchObject({ code: 'sign_mismatch' });
});

test('validates a signature in BER and reports that it is not PAdES', async () => {
  const inBer = await judged(cms('-stream'));
  expect(inBer).toMatchObject({ intact: true, coversWholeFile: true, level: 'none', signer: { commonName: 'Ada' } });
  expect(inBer.codes).toContain('cms_not_der');
  const inDer = await judged(cms());
  expect(inDer).toMatchObject({ intact: true });
  expect(inDer.codes).not.toContain('cms_not_der');
});
