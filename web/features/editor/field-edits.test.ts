// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { createField } from '#contract/entities/field.ts';
import { alignFields, copyForPaste, copyToPages, distributeFields, fieldsAreValid, moveAll, placedField, rectAround, replaceFields, sizedTo } from './field-edits.ts';

const page = { width: 600, height: 800 };
const recipient = { email: 'ada@example.org', phone: null, role: null };

function field(id: string, x: number, y: number) {
  return createField({ id, page: 1, rect: { x, y, width: 20, height: 3 } });
}

const here = { phoneCapture: false, dayForm: 'DD/MM/YYYY' };

describe('field edits', () => {
  it('places a field of default size around the pointer, entirely on the page', () => {
    const rect = rectAround('signature', { x: 99, y: 99 }, page);
    expect(rect.x + rect.width).toBeCloseTo(100, 3);
    const placed = placedField({ id: 'a', type: 'signature', page: 1, rect, recipient, paper: page }, [], here);
    expect(placed).toMatchObject({ required: true, value: null, recipient, fieldName: 'signature-a' });
  });

  it('places dates in the date format of the person who places them', () => {
    const rect = rectAround('date', { x: 10, y: 10 }, page);
    expect(placedField({ id: 'a', type: 'date', page: 1, rect, recipient, paper: page }, [], here).dateFormat).toBe('DD/MM/YYYY');
  });

  it('gives each new radio button its own group', () => {
    const rect = rectAround('radio', { x: 10, y: 10 }, page);
    const first = placedField({ id: 'a', type: 'radio', page: 1, rect, recipient, paper: page }, [], here);
    const second = placedField({ id: 'b', type: 'radio', page: 1, rect, recipient, paper: page }, [first], here);
    expect([first.group, second.group]).toEqual(['group-1', 'group-2']);
  });

  it('makes a text multiline when two lines fit and single-line when they do not', () => {
    // Nine points are twelve pixels: two lines with padding take 39.6 pixels, or 29.7 points.
    const text = createField({ id: 'a', page: 1, rect: { x: 10, y: 10, width: 20, height: 3 }, fontSize: 1.0001 });
    const tall = sizedTo(text, { ...text.rect, height: (29.8 / page.height) * 100 }, page);
    const low = sizedTo(tall, { ...text.rect, height: (29.6 / page.height) * 100 }, page);
    expect([text.multiline, tall.multiline, low.multiline]).toEqual([false, true, false]);
    // An explicit choice stays until its property changes.
    expect(sizedTo({ ...low, multiline: true }, { ...text.rect, height: 2 }, page).multiline).toBe(true);
  });

  it('moves several fields together', () => {
    const fields = [field('a', 10, 10), field('b', 70, 10), field('c', 5, 5)];
    const moved = moveAll(fields, ['a', 'b'], { x: 50, y: 1 });
    expect(moved.map(({ rect }) => [rect.x, rect.y])).toEqual([[20, 11], [80, 11], [5, 5]]);
    expect(moveAll(fields, ['b'], { x: 0, y: 0 })).toBe(fields);
  });

  it('pastes beside the original and at the same place on another page', () => {
    const original = field('a', 10, 10);
    const beside = copyForPaste([original], [original], { page: 1, seed: 's' })[0];
    const elsewhere = copyForPaste([original], [original], { page: 2, seed: 's' })[0];
    expect(beside?.rect).toMatchObject({ x: 12, y: 12 });
    expect(elsewhere).toMatchObject({ page: 2, rect: original.rect, pdfFieldId: null });
    expect(beside?.id).not.toBe('a');
  });

  it('drops the name of a copy where it is in use, so that the original is not changed with the copy', () => {
    const named = { ...field('a', 10, 10), dataLabel: 'price', recipient };
    const [copy] = copyForPaste([named], [named], { page: 1, seed: 's' });
    const others = copy ? replaceFields([named, copy], [{ ...copy, recipient: null }]) : [];
    expect(others.map((each) => [each.dataLabel, each.recipient])).toEqual([['price', recipient], [null, null]]);
    expect(copyForPaste([named], [], { page: 1, seed: 's' })[0]?.dataLabel).toBe('price');
    const radio = { ...named, type: 'radio' as const, group: 'g' };
    expect(copyForPaste([radio], [radio], { page: 1, seed: 's' })[0]?.dataLabel).toBe('price');
  });

  it('keeps the name of copies on other pages, which share its value', () => {
    const named = { ...field('a', 10, 10), dataLabel: 'price' };
    expect(copyToPages([named], [named], { pages: [2, 3], seed: 's' }).map(({ dataLabel }) => dataLabel)).toEqual(['price', 'price']);
  });

  it('aligns fields with the first', () => {
    const aligned = alignFields([field('a', 10, 10), field('b', 70, 20)], 'left');
    expect(aligned.map(({ rect }) => rect.x)).toEqual([10, 10]);
  });

  it('distributes fields evenly in any order and leaves the outer ones', () => {
    const [a, b, c, d] = [field('a', 70, 10), field('b', 2, 10), field('c', 24, 10), field('d', 25, 70)];
    const spread = distributeFields([a, b, c], 'across');
    expect(spread.map(({ id, rect }) => [id, rect.x])).toEqual([['b', 2], ['c', 36], ['a', 70]]);
    expect(distributeFields([a, d], 'down')).toEqual([a, d]);
  });

  it('copies fields to pages, each with its own name', () => {
    const copies = copyToPages([field('a', 10, 10), field('b', 50, 10)], [{ ...field('c', 10, 10), page: 3 }], { pages: [2, 3], seed: 's' });
    expect(copies.map(({ page, rect }) => [page, rect.x])).toEqual([[2, 10], [2, 50], [3, 12], [3, 50]]);
    expect(new Set(copies.flatMap(({ id, fieldName }) => [id, fieldName])).size).toBe(8);
  });

  it('rejects an invalid set of fields', () => {
    expect(fieldsAreValid([field('a', 10, 10), field('b', 70, 10)])).toBe(true);
    expect(fieldsAreValid([field('a', 10, 10), field('a', 70, 10)])).toBe(false);
    expect(fieldsAreValid([field('a', 90, 10)])).toBe(false);
    // The server would reject it and every later save.
    expect(fieldsAreValid([{ ...field('a', 10, 10), group: 'g'.repeat(129) }])).toBe(false);
    // The document's own fields beyond the page must not block saving.
    expect(fieldsAreValid([{ ...field('a', 90, 10), pdfFieldId: '7 0 R' }, field('b', 10, 10)])).toBe(true);
  });
});
