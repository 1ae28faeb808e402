// @vitest-environment node
import { expect, it } from 'vitest';
import { moveItem } from './move-item.ts';

it('moves an item to another position', () => {
  expect(moveItem(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a']);
  expect(moveItem(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
});
