// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { createField } from '#contract/entities/field.ts';
import { inReadingOrder, pageGrouping } from './page-groups.ts';

const field = (id: string, page: number, y: number) => createField({ id, page, rect: { x: 0, y, width: 10, height: 2 } });

describe('fields by page', () => {
  const [low, high, other] = [field('low', 1, 80), field('high', 1, 10), field('other', 2, 5)];

  it('groups the fields of each page in reading order', () => {
    const groups = pageGrouping()([low, other, high]);
    expect(inReadingOrder(groups.get(1) ?? []).map(({ id }) => id)).toEqual(['high', 'low']);
    expect(groups.get(2)).toEqual([other]);
    expect(groups.has(3)).toBe(false);
  });

  it('keeps the group of a page when another page changes', () => {
    const group = pageGrouping();
    const before = group([low, high, other]);
    const after = group([low, high, { ...other, required: true }]);
    expect(after.get(1)).toBe(before.get(1));
    expect(inReadingOrder(after.get(1) ?? [])).toBe(inReadingOrder(before.get(1) ?? []));
    expect(after.get(2)).not.toBe(before.get(2));
    expect(group([low, other]).get(1)).toEqual([low]);
  });
});
