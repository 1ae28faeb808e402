import { expect, test } from 'vitest';
import { dssOpinion } from './dss.ts';
import type { ComparedOpinion, SignatureFacts } from './verdicts.ts';

const seconds = (day: string): number => Date.parse(day) / 1000;
const today = seconds('2026-11-26');
const sound: SignatureFacts = { field: 'first', intact: true, coversWholeFile: true, digest: 'SHA256', key: 'RSA', bits: 2048, provenTime: 0, problem: '' };
const silent: ComparedOpinion = { accepts: false, acceptsApartFromAlgorithms: false, reason: 'no answer', laterChangesAllowed: undefined };
const accepts = (facts: Partial<SignatureFacts>, compared: Partial<ComparedOpinion> = {}): boolean =>
  dssOpinion([{ ...sound, ...facts }], { ...silent, ...compared }, today).accepts;

test('a sound signature over the whole file is accepted', () => {
  expect(accepts({})).toBe(true);
  expect(accepts({ intact: false })).toBe(false);
});

test.each([
  ['SHA-1', { digest: 'SHA1' }, '2012-07-31', '2012-08-02'],
  ['SHA-1 under its other name', { digest: 'SHA-1' }, '2012-07-31', '2012-08-02'],
  ['RSA of 1024 bits', { bits: 1024 }, '2019-09-30', '2019-10-02'],
  ['DSA of 1024 bits', { key: 'DSA', bits: 1024 }, '2015-11-30', '2015-12-02'],
  ['a short curve', { key: 'ECDSA', bits: 224 }, '2021-09-30', '2021-10-02'],
])('%s counts until its day, as a time stamp proves it', (_name, facts, before, after) => {
  expect(accepts({ ...facts, provenTime: seconds(before) })).toBe(true);
  expect(accepts({ ...facts, provenTime: seconds(after) })).toBe(false);
  expect(accepts(facts)).toBe(false);
});

test('what the policy does not name is refused', () => {
  expect(accepts({ key: 'Ed25519', bits: 256 })).toBe(false);
  expect(accepts({ digest: 'SHAKE256' })).toBe(false);
});

test('later changes have to be known as allowed', () => {
  expect(accepts({ coversWholeFile: false })).toBe(false);
  expect(accepts({ coversWholeFile: false }, { laterChangesAllowed: true })).toBe(true);
  expect(accepts({}, { laterChangesAllowed: false })).toBe(false);
});
