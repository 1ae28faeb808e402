import { describe, expect, test } from 'vitest';
import type { Field } from '../../engine.ts';
import { scorePages } from './score.ts';
import { truthOf, type TruePage } from './truth.ts';

const page = (...fields: TruePage['fields']): TruePage => ({ page: 1, width: 1000, height: 1000, fields });
const at = (type: string, x: number, y: number, w = 0.2, h = 0.02) => ({ type, x, y, w, h });
const found = (type: string, x: number, y: number, more: object = {}): Field =>
  ({ type, rect: { x: x * 100, y: y * 100, width: 20, height: 2 }, ...more }) as unknown as Field;

describe('scoring of detected fields', () => {
  test('a field of the wrong type counts as detected, but not in its group', () => {
    const score = scorePages([page(at('signature', 0.1, 0.1), at('text', 0.1, 0.5))], [{ page: 1, fields: [found('text', 0.1, 0.1), found('text', 0.1, 0.5)] }]);
    expect(score.detect).toEqual({ hit: 2, invented: 0, missed: 0, precision: 1, recall: 1, f1: 1 });
    expect(score.coarse).toMatchObject({ hit: 1, invented: 1, missed: 1 });
    expect(score.fine.f1).toBe(0.5);
  });

  test('an expected field matches once, by the best box', () => {
    const fields = [found('text', 0.1, 0.105), found('text', 0.1, 0.1)];
    expect(scorePages([page(at('text', 0.1, 0.1))], [{ page: 1, fields }]).detect).toMatchObject({ hit: 1, invented: 1, missed: 0 });
  });

  test('a box with less than half overlap does not match, and ignored areas are not counted', () => {
    const truth = [page(at('text', 0.1, 0.1), at('ignore', 0.5, 0.5))];
    expect(scorePages(truth, [{ page: 1, fields: [found('text', 0.1, 0.108), found('text', 0.5, 0.5)] }]).detect).toMatchObject({ hit: 0, invented: 1, missed: 1 });
  });

  test('a comb is recognized by its cells', () => {
    expect(scorePages([page(at('comb', 0.1, 0.1))], [{ page: 1, fields: [found('text', 0.1, 0.1, { comb: true })] }]).fine.f1).toBe(1);
  });

  test('the expected fields of a file are found by its name', () => {
    const truth = { docs: [{ doc: 'a', pages: [page()] }, { doc: 'b', pages: [page(at('text', 0, 0))] }] };
    expect(truthOf(truth, '/forms/b.pdf')).toHaveLength(1);
    expect(() => truthOf(truth, 'c.pdf')).toThrow('no pages for c');
    expect(() => truthOf({ docs: [{ doc: 'a', pages: [{ page: 1 }] }] }, 'a.pdf')).toThrow('no pages for a');
  });
});
