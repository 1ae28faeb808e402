import { describe, expect, it } from 'vitest';
import { createField } from '#contract/entities/field.ts';
import { anchorName, fillableNames, preparedFields, sharedNames, signatureAnchors } from '#contract/entities/signature-anchor.ts';

const anna = { id: 'a'.repeat(24), email: 'anna@example.org' };
const bert = { id: 'b'.repeat(24), email: 'bert@example.org' };
const at = (id: string, type: 'text' | 'signature', y: number, email: string | null, more = {}) =>
  createField({ id, type, page: 1, rect: { x: 5, y, width: 20, height: 4 }, recipient: email ? { email } : null, ...more });

describe('signature anchors', () => {
  const fields = [
    at('second', 'signature', 60, anna.email), at('first', 'signature', 10, anna.email), at('name', 'text', 5, anna.email),
  ];

  it('uses the first signature field of each recipient, or an invisible one', () => {
    expect(signatureAnchors(fields, [anna, bert])).toEqual([
      { recipientId: anna.id, fieldId: 'first', fieldName: anchorName(anna.id) },
      { recipientId: bert.id, fieldId: null, fieldName: anchorName(bert.id) },
    ]);
  });

  it('does not depend on the order of the fields', () => {
    expect(preparedFields([...fields].reverse(), [anna, bert])).toEqual(preparedFields(fields, [anna, bert]));
  });

  it('places every field, with one signature field per recipient', () => {
    const placed = preparedFields(fields, [anna, bert]);
    expect(placed.map(({ field, asSignature }) => [field.fieldName, asSignature])).toEqual([
      ['text-name', false], [anchorName(anna.id), true], ['signature-second', false], [anchorName(bert.id), true],
    ]);
    expect(placed.at(-1)?.field.rect).toEqual({ x: 0, y: 0, width: 0, height: 0 });
  });

  it('gives approvers and viewers no signature field, and nothing to fill in', () => {
    const readers = (['approver', 'viewer'] as const).map((participation, index) => ({ id: String(index).repeat(24), email: `${participation}@example.org`, participation }));
    const own = [at('free', 'text', 5, null), at('sign', 'signature', 10, null)];
    expect(signatureAnchors(own, [...readers, anna])).toEqual([{ recipientId: anna.id, fieldId: 'sign', fieldName: anchorName(anna.id) }]);
    expect(readers.map(({ id }) => fillableNames(own, [...readers, anna], id))).toEqual([[], []]);
  });

  it('names an invisible signature field after its recipient', () => {
    const named = (recipient: object) => preparedFields([], [{ id: anna.id, ...recipient }])[0]?.field.tooltip;
    expect(named({ ...anna, firstName: 'Anna', lastName: 'Ek' })).toBe('Anna Ek');
    expect(named({ phone: '+358401234567' })).toBe('+358401234567');
    expect(named({})).toBeNull();
  });

  it('keeps the name of a signature field that was already in the document', () => {
    const own = at('x', 'signature', 1, anna.email, { pdfFieldId: '7R', fieldName: 'Sign here' });
    expect(signatureAnchors([own], [anna])[0]).toMatchObject({ fieldName: 'Sign here' });
    expect(preparedFields([own], [anna])).toMatchObject([{ field: { fieldName: 'Sign here', pdfFieldId: '7R' }, asSignature: true }]);
  });

  it('leaves existing signatures alone', () => {
    const signed = at('x', 'signature', 1, anna.email, { pdfFieldId: '7R', fieldName: 'Earlier', value: { signatureId: 's' } });
    expect(preparedFields([signed], [anna]).map(({ field }) => field.fieldName)).toEqual([anchorName(anna.id)]);
  });

  it('lists the field names that a recipient may fill', () => {
    const fixed = at('price', 'text', 91, null, { readonly: true, value: '100' });
    const today = at('day', 'text', 92, anna.email, { type: 'date', readonly: true, autoFill: 'sign_date' });
    const all = [...fields, at('free', 'text', 90, null), at('other', 'text', 95, bert.email), fixed, today];
    expect(fillableNames(all, [anna, bert], anna.id)).toEqual(['signature-second', 'text-name', 'text-free', 'date-day']);
    expect(fillableNames(all, [anna, bert], bert.id)).toEqual(['text-free', 'text-other']);
  });

  it('finds field names that several recipients would share', () => {
    const one = at('1', 'text', 1, anna.email, { fieldName: 'city' });
    const two = at('2', 'text', 2, bert.email, { fieldName: 'city' });
    expect(sharedNames([one, two])).toEqual(['city']);
    expect(sharedNames([one, one])).toEqual([]);
  });
});
