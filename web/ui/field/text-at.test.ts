import { expect, test } from 'vitest';
import { createField } from '#contract/entities/field.ts';
import { textAtOf } from './FieldAppearance.tsx';

const at = (multiline: boolean, height: number, fontSize?: number) =>
  textAtOf(createField({ id: '1', page: 1, rect: { x: 0, y: 0, width: 50, height }, multiline, ...(fontSize ? { fontSize } : {}) }), 800);

test('text stands where the core writes it: at the bottom of low boxes of several lines, at the top of others', () => {
  // Three lines of 12 points and the padding: 45.6 points, 5.7 % of 800.
  expect([at(true, 5.6), at(true, 5.8), at(false, 20)]).toEqual(['safe end', 'start', 'safe center']);
});
