import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createNodeEngine, type Engine, type SignatureReport } from '@countersign/core/node';
import { asFile } from '../support/judges.ts';
import { pageReaders } from '../support/page-readers.ts';
import { selfSigned, type TestSigner } from '../support/signer.ts';
import { append, contract, FORGED, honest, hybridInTheMiddle, plain, prepared, tricks } from './readers/variants.ts';

/** What a signed file is made into, and whether it is forged. */
interface Variant {
  name: string;
  bytes: Buffer;
}

const folder = mkdtempSync(join(tmpdir(), 'countersign-readers-'));
const present = pageReaders.filter(({ isHere }) => isHere);

let engine: Engine;
let signer: TestSigner;
let signed: Buffer;
let variants: Variant[];
/** What each reader shows of each file, by reader and name. */
const shown = new Map<string, Map<string, string | null>>();

const signedBy = async (file: Buffer, field: string): Promise<Buffer> => {
  const document = await engine.open(file);
  const options = { field, certificate: signer.certificate, signingTime: Math.floor(Date.now() / 1000) };
  const prepared = await document.prepareSignature(options);
  const tail = await engine.completeWithSignature(prepared.session, await signer.sign(prepared.tbs));
  await document.close();
  return Buffer.concat([file, tail.bytes]);
};

const verdictOf = async (file: Buffer): Promise<SignatureReport | undefined> => {
  const document = await engine.open(file);
  const reports = await document.verify({ trust: [], at: Math.floor(Date.now() / 1000), ignoreTrust: true });
  await document.close();
  return reports.find(({ field }) => field === 'first');
};

/** The verdict; nothing where the file is refused unread, as a damaged one. Any other error is the test's. */
const verdictOrRefusal = (file: Buffer): Promise<SignatureReport | undefined> =>
  verdictOf(file).catch(refusedAs('pdf_corrupted'));

const refusedAs = (code: string) => (error: unknown): undefined => {
  if (!(error instanceof Error && Reflect.get(error, 'code') === code)) throw error;
};

beforeAll(async () => {
  engine = await createNodeEngine();
  signer = await selfSigned('First');
  signed = await signedBy(contract(), 'first');
  variants = [
    ...[...tricks].map(([name, section]) => ({ name, bytes: append(signed, section) })),
    ...[...tricks].map(([name, section]) => ({ name: `${name}, a clean revision on top`, bytes: append(append(signed, section), plain, '') })),
    { name: 'a hybrid section in the middle', bytes: hybridInTheMiddle(signed) },
    ...[...honest].map(([name, section]) => ({ name: `honest: ${name}`, bytes: append(signed, section, '') })),
  ];
  const paths = new Map([{ name: 'signed', bytes: signed }, { name: 'forged', bytes: contract({ says: FORGED }) }, ...variants].map(({ name, bytes }, index) => [name, asFile(folder, `${index}.pdf`, bytes)]));
  for (const reader of present) {
    const pages = await reader.firstPages([...paths.values()]);
    shown.set(reader.name, new Map([...paths].map(([name, path]) => [name, pages.get(path) ?? null])));
  }
});

afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The readers that show something else than what was signed. */
const differing = (name: string): string[] => [...shown].filter(([, pages]) => pages.get(name) !== pages.get('signed')).map(([reader]) => reader);

test('all readers display the signed page and differ on the forged one', () => {
  expect(present.length).toBeGreaterThanOrEqual(3);
  for (const [reader, pages] of shown) expect([reader, pages.get('signed')]).toEqual([reader, expect.any(String)]);
  for (const [reader, pages] of shown) expect([reader, pages.get('forged')]).not.toEqual([reader, pages.get('signed')]);
});

test('each reader displays the forged page in at least one file', () => {
  const fooled = new Set(variants.flatMap(({ name }) => differing(name)));
  expect([...fooled].sort()).toEqual(present.map(({ name }) => name).sort());
});

test('files that any reader displays differently are refused', async () => {
  const accepted: string[] = [];
  for (const { name, bytes } of variants) {
    const report = await verdictOrRefusal(bytes);
    if (report?.acceptable && differing(name).length > 0) accepted.push(`${name}: ${differing(name).join(', ')}`);
  }
  expect(accepted).toEqual([]);
});

test('the core and the server’s comparison refuse every attack, even if it fools no current reader', async () => {
  for (const { name, bytes } of variants.filter((variant) => !variant.name.startsWith('honest'))) {
    const report = await verdictOrRefusal(bytes);
    if (!report) continue;
    expect([name, report.acceptable]).toEqual([name, false]);
    const document = await engine.open(bytes);
    const changes = await document.compareRevisions(signed.length, bytes.length).catch(refusedAs('verify_revision'));
    expect([name, changes?.acceptable ?? false]).toEqual([name, false]);
    await document.close();
  }
});

test('honest revisions are accepted', async () => {
  for (const { name, bytes } of variants.filter((variant) => variant.name.startsWith('honest'))) {
    const report = await verdictOf(bytes);
    expect([name, report?.acceptable, report?.findings.filter(({ severity }) => severity === 'error')]).toEqual([name, true, []]);
    expect([name, differing(name)]).toEqual([name, []]);
  }
});

describe('before signing', () => {
  test.each([...prepared])('%s: refused for signing; its clean copy is signed and looks the same in every reader', async (name, bend) => {
    const file = contract(bend);
    const document = await engine.open(file);
    await expect(document.checkSignable()).rejects.toMatchObject({ code: 'sign_readers_may_disagree' });
    await expect(signedBy(file, 'first')).rejects.toMatchObject({ code: 'sign_readers_may_disagree' });
    const parts: Uint8Array[] = [];
    for await (const part of (await document.stripSignatures()).parts) parts.push('start' in part ? file.subarray(part.start, part.end) : part);
    await document.close();
    const copy = await signedBy(Buffer.concat(parts), 'first');
    expect(await verdictOf(copy)).toMatchObject({ acceptable: true });
    mkdirSync(join(folder, 'copies'), { recursive: true });
    const path = asFile(join(folder, 'copies'), `${name.replaceAll(' ', '-')}.pdf`, copy);
    const seen = new Set<string>();
    for (const reader of present) {
      const page = (await reader.firstPages([path])).get(path);
      const known = shown.get(reader.name);
      seen.add(page === known?.get('signed') ? 'signed' : page === known?.get('forged') ? 'forged' : `${reader.name} shows something else`);
    }
    expect([...seen]).toEqual([name === 'an object that is listed twice' ? 'forged' : 'signed']);
  });

  test('a second signer cannot sign a revision that hides an object', async () => {
    await expect(signedBy(append(signed, plain), 'second')).rejects.toMatchObject({ code: 'sign_readers_may_disagree' });
  });
});
