// @vitest-environment node
import { expect, it } from 'vitest';
import { hasLines } from './text-kinds.ts';

it.each([
  ['with room for two lines takes several', { multiline: true, height: 6, value: null }, true],
  ['of one line goes on with the Enter key, whatever its document says', { multiline: true, height: 1.8, value: 'Main Street' }, false],
  ['that holds two lines already keeps them', { multiline: true, height: 1.8, value: 'Main Street\n4' }, true],
  ['for one line takes one, however tall', { multiline: false, height: 9, value: null }, false],
])('a field %s', (_, { multiline, height, value }, expected) => {
  expect(hasLines({ multiline, value, rect: { x: 0, y: 0, width: 30, height } })).toBe(expected);
});
