import { expect, test } from 'vitest';
import { newId } from '#server/platform/id.ts';
import { ReferenceIndex } from './reference-index.ts';

test('numbers references, each once, however many there are', () => {
  const index = new ReferenceIndex();
  const refs = Array.from({ length: 50_000 }, newId);
  expect(refs.map((ref) => index.add(ref))).toEqual(refs.map((_, at) => at + 1));
  expect(refs.map((ref) => index.add(ref))).toEqual(refs.map((_, at) => at + 1));
  expect(refs.map((ref) => index.find(ref))).toEqual(refs.map((_, at) => at + 1));
  expect(index.size).toBe(refs.length);
  expect(Array.from({ length: 1000 }, newId).filter((ref) => index.find(ref) > 0)).toEqual([]);
});

test('tells apart what shares half of its last characters', () => {
  const index = new ReferenceIndex();
  const refs = ['0'.repeat(24), `${'0'.repeat(15)}1${'0'.repeat(8)}`, `${'0'.repeat(23)}1`];
  expect(refs.map((ref) => index.add(ref))).toEqual([1, 2, 3]);
  expect(refs.map((ref) => index.find(ref))).toEqual([1, 2, 3]);
});

test('has nothing that is no reference', () => {
  const index = new ReferenceIndex();
  expect([index.add('../../etc'), index.find('../../etc'), index.size]).toEqual([0, 0, 0]);
});
