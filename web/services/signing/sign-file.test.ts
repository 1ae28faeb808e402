// @vitest-environment node
import { createNodeEngine, type Engine, type PdfDocument } from '@countersign/core/node';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { makeOwnForm } from '../../../tests/fixtures/own-form.ts';
import { AppError } from '../app-error.ts';
import { dryRunSignature, signFile } from './sign-file.service.ts';
import { selfSignedKey } from './signing-key.service.ts';
import type { SigningKey } from './signing-key.ts';

let engine: Engine;
let bytes: Uint8Array<ArrayBuffer>;
let key: SigningKey;
const sign = vi.fn<SigningKey['sign']>();

vi.mock('../engine/core/engine.service.ts', () => ({
  withDocument: async (file: Blob, work: (document: PdfDocument, given: Engine) => Promise<unknown>, password?: string, knownPrefix?: never) => {
    const document = await engine.open(file, { password, knownPrefix });
    return work(document, engine).finally(() => document.close());
  },
}));

beforeAll(async () => {
  engine = await createNodeEngine();
  bytes = Uint8Array.from(await makeOwnForm());
  key = await selfSignedKey('Grace Hopper');
});
afterAll(() => engine.close());
beforeEach(() => {
  sign.mockReset().mockImplementation((prepared) => key.sign(prepared));
});

const noStep = (): void => undefined;
const spied = (): SigningKey => ({ ...key, sign });
const revision = async () => ({ file: new Blob([bytes]), known: await engine.hashState(bytes), field: { name: 'signature' }, values: {}, picture: null, at: new Date() });

test('the digest continues from the state of this browser', async () => {
  const tail = await signFile({ ...(await revision()), stamp: null }, spied(), noStep);
  const document = await engine.open([bytes, tail]);
  const [report] = await document.verify({ trust: [], at: Math.floor(Date.now() / 1000) });
  expect([report?.intact, report?.coversWholeFile]).toEqual([true, true]);
  // A state of other bytes gives a signature of other bytes.
  const others = bytes.slice();
  others[others.length >> 1]! ^= 1;
  const foreign = await signFile({ ...(await revision()), known: await engine.hashState(others), stamp: null }, spied(), noStep);
  const [refused] = await (await engine.open([bytes, foreign])).verify({ trust: [], at: Math.floor(Date.now() / 1000) });
  expect(refused?.intact).toBe(false);
});

test('the key is not used before the server knows the document', async () => {
  const permitted = Promise.reject(new AppError('conflict'));
  await expect(signFile({ ...(await revision()), permitted, stamp: null }, spied(), noStep)).rejects.toMatchObject({ code: 'conflict' });
  expect(sign).not.toHaveBeenCalled();
});

test('a dry run signs nothing', async () => {
  await dryRunSignature(await revision(), spied());
  expect(sign).not.toHaveBeenCalled();
});

test('without a time stamp, only what may get one later is signed', async () => {
  const stamp = () => Promise.reject(new AppError('unknown_network_error'));
  expect((await signFile({ ...(await revision()), stamp }, spied(), noStep)).length).toBeGreaterThan(0);
  await expect(signFile({ ...(await revision()), stamp, needsStamp: true }, spied(), noStep)).rejects.toMatchObject({ code: 'unknown_network_error' });
});
