/** Hash states that are stored and continued, and documents that are opened with one. */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createNodeEngine, createThreadEngine, type Engine, type HashedBytes } from '@countersign/core/node';
import { selfSigned, type TestSigner } from '../support/signer.ts';
import { fieldToPlace, formDocument, joined, plainDocument } from './documents.ts';

const folder = mkdtempSync(join(tmpdir(), 'countersign-known-'));
const algorithms = ['sha256', 'sha384', 'sha512'] as const;
const now = () => Math.floor(Date.now() / 1000);
/** One time for what must be the same bytes. */
const signingTime = now();

let engine: Engine;
beforeAll(async () => {
  engine = await createNodeEngine();
});
afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

const bytesOf = (length: number): Uint8Array => Uint8Array.from({ length }, (_, index) => (index * 131) % 251);
const digestsOf = (bytes: Uint8Array) => algorithms.map((algorithm) => createHash(algorithm).update(bytes).digest('hex'));
const digestsIn = (hashed: HashedBytes) => algorithms.map((algorithm) => Buffer.from(hashed[algorithm]).toString('hex'));

describe('a hash state', () => {
  // The blocks of SHA-256 have 64 bytes, those of SHA-384 and SHA-512 128; the length takes 9 and 17 of the last one.
  const borders = [0, 1, 47, 48, 55, 56, 63, 64, 65, 111, 112, 119, 120, 127, 128, 129, 191, 192, 255, 256, 257, 1000];

  test.each(borders)('continues after %i bytes as if it had never stopped', async (split) => {
    const { state, length, ...base } = await engine.hashState(bytesOf(split));
    expect(length).toBe(split);
    expect(digestsIn({ state, length, ...base })).toEqual(digestsOf(bytesOf(split)));
    for (const more of borders) {
      const whole = bytesOf(split + more);
      const continued = await engine.continueHash(state, whole.subarray(split));
      expect(continued.length).toBe(whole.length);
      expect(digestsIn(continued)).toEqual(digestsOf(whole));
      expect(continued.state).toEqual((await engine.hashState(whole)).state);
    }
  });

  test('is of a file, of parts and of a Blob, whatever thread hashes', async () => {
    const bytes = bytesOf(3 * 1024 * 1024 + 5);
    const path = join(folder, 'bytes');
    writeFileSync(path, bytes);
    const thread = createThreadEngine();
    const sources = [bytes, { path }, [{ path }], [bytes.subarray(0, 7), [bytes.subarray(7, 7), bytes.subarray(7)]], new Blob([bytes as BlobPart])];
    for (const source of sources) {
      for (const each of [engine, thread]) expect(digestsIn(await each.hashState(source))).toEqual(digestsOf(bytes));
    }
    const parts = [bytes, { path }];
    expect(digestsIn(await engine.hashState(parts))).toEqual(digestsOf(joined(bytes, bytes)));
    await thread.close();
  });

  test('that is damaged, cut or of another version is refused', async () => {
    const { state } = await engine.hashState(bytesOf(200));
    const bent = (at: number) => state.map((byte, index) => (index === at ? byte ^ 1 : byte));
    for (const bad of [new Uint8Array(), state.subarray(1), state.subarray(0, -1), joined(state, Uint8Array.of(0)), bent(7), bent(12), bent(100), bent(state.length - 1)]) {
      await expect(engine.continueHash(bad, bytesOf(1))).rejects.toMatchObject({ code: 'hash_state' });
    }
  });

  test('of a file that cannot be opened is none', async () => {
    await expect(engine.hashState({ path: join(folder, 'missing') })).rejects.toMatchObject({ code: 'unable_to_access' });
  });
});

describe('a document with a known prefix', () => {
  let signer: TestSigner;
  let base: Uint8Array;
  let known: HashedBytes;

  beforeAll(async () => {
    signer = await selfSigned('Ada Byron');
    const plain = await plainDocument();
    base = joined(plain, (await (await engine.open(plain)).placeFields([fieldToPlace('signature-1', 'signature', 60, true)])).bytes);
    known = await engine.hashState(base);
  });

  const options = (digest: (typeof algorithms)[number]) => ({ field: 'signature-1', certificate: signer.certificate, signingTime: now(), digest });

  test.each(algorithms)('is prepared and its session checked with the same digest by %s', async (digest) => {
    const whole = await engine.open(base);
    const prepared = await whole.prepareSignature({ ...options(digest), signingTime });
    for (const prefix of [known, await engine.hashState(base.subarray(0, 100)), await engine.hashState(new Uint8Array())]) {
      const document = await engine.open(base, { knownPrefix: prefix });
      expect(await document.prepareSignature({ ...options(digest), signingTime })).toEqual(prepared);
      await document.checkSession(prepared.session);
    }
  });

  test('verifies as one without, and a lie about it is found', async () => {
    const { session, tbs } = await (await engine.open(base, { knownPrefix: known })).prepareSignature(options('sha256'));
    const { bytes } = await engine.completeWithSignature(session, await signer.sign(tbs));
    const verify = { trust: [signer.certificate], at: now() };
    const reports = await (await engine.open([base, bytes])).verify(verify);
    expect(reports).toMatchObject([{ intact: true, acceptable: true }]);
    expect(await (await engine.open([base, bytes], { knownPrefix: known })).verify(verify)).toEqual(reports);
    const lie = await engine.hashState(base.map((byte) => byte ^ 1));
    expect(await (await engine.open([base, bytes], { knownPrefix: lie })).verify(verify)).toMatchObject([{ intact: false }]);
  });

  test('is compared by what is stored of its objects as without, and refuses damaged ones', async () => {
    const objects = await (await engine.open(base)).describeObjects();
    const { bytes } = await (await engine.open(base)).placeFields([fieldToPlace('new', 'text', 20)]);
    const changes = await (await engine.open([base, bytes])).compareRevisions(base.length, base.length + bytes.length);
    const document = await engine.open([base, bytes], { knownPrefix: { ...known, objects } });
    expect(await document.compareRevisions(base.length, base.length + bytes.length)).toEqual(changes);
    expect(await document.fields()).toEqual(await (await engine.open([base, bytes])).fields());
    expect(await document.describeObjects()).toEqual(await (await engine.open([base, bytes])).describeObjects());
    const later = await engine.open([base, bytes], { knownPrefix: { ...(await engine.continueHash(known.state, bytes)), objects } });
    expect(await later.describeObjects()).toEqual(await (await engine.open([base, bytes])).describeObjects());
    // Of another version of the core: ignored.
    const other = objects.map((byte, index) => (index === 7 ? 2 : byte));
    expect(await (await engine.open(base, { knownPrefix: { ...known, objects: other } })).fields()).toEqual(await (await engine.open(base)).fields());
    for (const bad of [new Uint8Array(), objects.subarray(1), objects.map((byte, index) => (index === 20 ? byte ^ 1 : byte))]) {
      await expect(engine.open(base, { knownPrefix: { ...known, objects: bad } })).rejects.toMatchObject({ code: 'hash_state' });
    }
  });

  test('refuses a state of another length, a damaged one, and one longer than the source', async () => {
    const refused = { code: 'hash_state' };
    await expect(engine.open(base, { knownPrefix: { ...known, length: known.length - 1 } })).rejects.toMatchObject(refused);
    await expect(engine.open(base, { knownPrefix: { ...known, state: known.state.map((byte) => byte ^ 1) } })).rejects.toMatchObject(refused);
    await expect(engine.open(base.subarray(0, -1), { knownPrefix: known })).rejects.toMatchObject(refused);
  });

  test('is planned for a signer without a hash, with the errors of preparing', async () => {
    const document = await engine.open(base);
    const prepared = await document.prepareSignature(options('sha512'));
    const planned = await document.planSignature(options('sha512'));
    expect(planned).toMatchObject({ digest: 'sha512', tail: { baseLength: base.length }, byteRange: prepared.byteRange });
    await expect(document.planSignature({ ...options('sha256'), field: 'nobody' })).rejects.toMatchObject({ code: 'sign_field_not_found' });
  });

  test('is planned with the fonts that its texts need', async () => {
    const planned = await (await engine.open(await formDocument())).planSignature({ ...options('sha256'), field: { name: 'Подпись' }, values: { 'full name': 'Ада' } });
    expect(planned.tail.bytes.length).toBeGreaterThan(1000);
  });
});

describe('signatures since a known revision', () => {
  test('are the only ones reported, unless an earlier one is harmed', async () => {
    const signers = [await selfSigned('Ada Byron'), await selfSigned('Grace Hopper')] as const;
    let file = await formDocument();
    const lengths: number[] = [];
    for (const [index, signer] of signers.entries()) {
      const { session, tbs } = await (await engine.open(file)).prepareSignature({ field: { name: `signature-${index}` }, certificate: signer.certificate, signingTime: now() });
      file = joined(file, (await engine.completeWithSignature(session, await signer.sign(tbs))).bytes);
      lengths.push(file.length);
    }
    const options = { trust: signers.map(({ certificate }) => certificate), at: now(), since: lengths[0] };
    const document = await engine.open(file);
    const all = await document.verify({ ...options, since: undefined });
    expect(all.map(({ field }) => field)).toEqual(['signature-0', 'signature-1']);
    expect(await document.verify(options)).toEqual(all.slice(1));
    expect(await document.verify({ ...options, since: file.length })).toEqual([]);
    expect(await document.verify({ ...options, since: file.length, includeKnown: true })).toEqual(all);
    await expect(document.verify({ ...options, since: file.length - 2 })).rejects.toMatchObject({ code: 'verify_revision' });
    await expect(document.verify({ ...options, since: file.length + 1 })).rejects.toMatchObject({ code: 'verify_revision' });
  });
});
