// @vitest-environment node
import { describe, expect, it } from 'vitest';
import type { ListRules } from './three-way.ts';
import { isSameData, mergeList, mergeWhole, ORDER } from './three-way.ts';

interface Item {
  key: string;
  text?: string;
}
const rules: ListRules<Item> = { keyOf: ({ key }) => key, isEqual: isSameData };
const list = (...texts: string[]): Item[] => texts.map((each) => ({ key: each[0] ?? '', text: each }));
const texts = (items: readonly Item[]): string[] => items.map(({ text = '' }) => text);

describe('three-way merge', () => {
  it('takes changes of one side', () => {
    expect(mergeWhole('a', 'b', 'a', 'theirs')).toEqual({ value: 'b', clashes: [] });
    expect(mergeWhole('a', 'a', 'b', 'mine')).toEqual({ value: 'b', clashes: [] });
    expect(mergeWhole('a', 'b', 'b', 'mine').clashes).toEqual([]);
  });

  it('keeps additions of both sides and applies removals of one side', () => {
    const merged = mergeList(list('a', 'b'), list('a', 'b', 'm'), list('b', 't'), rules, 'mine');
    expect(merged.clashes).toEqual([]);
    expect(texts(merged.value).sort()).toEqual(['b', 'm', 't']);
  });

  it('reports conflicts and resolves them as chosen', () => {
    const sides = [list('a', 'b'), list('a1', 'b'), list('a2', 'b2')] as const;
    expect(mergeList(...sides, rules, 'mine')).toEqual({ value: list('a1', 'b2'), clashes: ['a'] });
    expect(texts(mergeList(...sides, rules, 'theirs').value)).toEqual(['a2', 'b2']);
  });

  it('distinguishes a change from a removal', () => {
    expect(mergeList(list('a'), list('a1'), [], rules, 'mine')).toEqual({ value: list('a1'), clashes: ['a'] });
    expect(mergeList(list('a'), list('a1'), [], rules, 'theirs')).toEqual({ value: [], clashes: ['a'] });
  });

  it('keeps a new order; two new orders conflict', () => {
    expect(texts(mergeList(list('a', 'b'), list('b', 'a'), list('a', 'b', 'c'), rules, 'mine').value)).toEqual(['b', 'a', 'c']);
    const both = mergeList(list('a', 'b', 'c'), list('c', 'a', 'b'), list('b', 'c', 'a'), rules, 'theirs');
    expect([texts(both.value), both.clashes]).toEqual([['b', 'c', 'a'], [ORDER]]);
  });

  it('treats a missing property as undefined', () => {
    expect(isSameData({ a: undefined, b: [1] }, { b: [1] })).toBe(true);
    expect(isSameData({ b: [1] }, { b: { 0: 1 } })).toBe(false);
  });
});
