import { expect, test } from 'vitest';
import { isTemporary, temporaryReference } from './field.ts';

test('a picture that is in nobody\'s library has a temporary reference (document 2, 5.4)', () => {
  expect([temporaryReference('a1'), null, 'a1', 'temporary'].map((reference) => isTemporary({ reference }))).toEqual([true, true, false, false]);
});
