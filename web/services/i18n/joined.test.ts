// @vitest-environment node
import { expect, test } from 'vitest';
import { listOf, sentencesOf } from './joined.ts';

test.each([
  ['en', 'A, B, and C'],
  ['de', 'A, B und C'],
  ['ja', 'A、B、C'],
  ['zh', 'A、B和C'],
])('names are joined as in %s', (language, expected) => expect(listOf(['A', 'B', 'C'], language)).toBe(expected));

test.each([
  ['en', 'Signed. Unchanged.'],
  ['ja', 'Signed.Unchanged.'],
  ['zh', 'Signed.Unchanged.'],
])('sentences are joined as in %s', (language, expected) => expect(sentencesOf(['Signed.', null, 'Unchanged.'], language)).toBe(expected));
