import { describe, expect, it } from 'vitest';
import { createField, type Field, type FieldInput } from '#contract/entities/field.ts';
import {
  canFocus, copySignature, duplicateFieldIds, availableTo, fillDates, formatDate, isRecipientSet,
  nextFocus, setChecked, shareInGroup, sortFields,
} from '#contract/entities/field-list.ts';
import {
  fontSizeOfPoints, isMultiline, nextRadioGroup, normaliseField, pointsOf, setAutoFill, setDateFormat, setHidden, setLabel, setMaxLength, setPermittedTypes,
  setReadonly, setRequired, setText, setType,
} from '#contract/entities/field-rules.ts';

const make = (input: Partial<FieldInput> = {}): Field =>
  createField({ id: 'f', page: 1, rect: { x: 0, y: 0, width: 10, height: 5 }, ...input });
const anna = { email: 'anna@example.org', phone: null, role: null };

describe('properties of a single field', () => {
  it('has the defaults of the specification', () => {
    expect(make()).toMatchObject({
      type: 'text', textColor: 'black', autoFill: null, permittedTypes: ['upload'], textMaxLength: 0, textAlign: 'left',
      fontSize: 1, ratio: 0.75, fieldName: 'text-f', mode: 'normal', recipient: null,
    });
    expect(make().tooltip).toBeNull();
    expect([make({ type: 'signature' }), make({ type: 'initials' }), make({ type: 'image' })].map(({ permittedTypes }) => permittedTypes)).toEqual([
      ['draw', 'typeIn', 'upload'], ['draw', 'typeIn', 'upload'], ['capture', 'upload'],
    ]);
    expect(make({ type: 'signature', permittedTypes: ['upload'] }).permittedTypes).toEqual(['upload']);
    expect(make({ rect: { x: 1.234567, y: 0, width: 1, height: 1 } }).rect.x).toBe(1.2346);
  });

  it.each([
    ['readonly clears required', setReadonly(make({ required: true }), true), { readonly: true, required: false }],
    ['another date format keeps the day', setDateFormat(make({ type: 'date', value: '31.05.2026', dateFormat: 'DD.MM.YYYY' }), 'MM/DD/YYYY'), { value: '05/31/2026', dateFormat: 'MM/DD/YYYY' }],
    ['another date format drops an impossible day', setDateFormat(make({ type: 'date', value: '31.02.2026', dateFormat: 'DD.MM.YYYY' }), 'YYYY-MM-DD'), { value: '' }],
    ['making it editable clears autoFill', setReadonly(make({ autoFill: 'sign_date' }), false), { readonly: false, autoFill: null }],
    ['making it required clears the others', setRequired(make({ readonly: true, label: true, hidden: true, autoFill: 'sign_date' }), true),
      { required: true, readonly: false, label: false, hidden: false, autoFill: null }],
    ['a label is read-only and not required', setLabel(make({ required: true }), true), { label: true, readonly: true, required: false }],
    ['hiding it clears required', setHidden(make({ required: true }), true), { hidden: true, required: false }],
    ['autofill on', setAutoFill(make({ type: 'date', value: 'x', required: true }), true),
      { autoFill: 'sign_date', readonly: true, required: false, value: '' }],
    ['autofill off', setAutoFill(make({ autoFill: 'sign_date' }), false), { autoFill: null }],
    ['a signature stays required', setHidden(setReadonly(make({ type: 'signature', required: true }), true), true),
      { required: true, readonly: false, hidden: false }],
    ['text is truncated', setText(make({ textMaxLength: 3 }), 'abcdef'), { value: 'abc' }],
    ['other types have no maximum', setMaxLength(make({ type: 'date' }), 5), { textMaxLength: 0 }],
    ['a rejected picture is dropped', setPermittedTypes(make({ type: 'signature', value: { url: 'x', fillType: 'draw' } }), ['upload']), { value: null }],
  ] as [string, Field, Partial<Field>][])('%s', (_, field, expected) => expect(field).toMatchObject(expected));

  it('resets the value when the type changes, and numbers radio groups', () => {
    const others = [make({ type: 'radio', group: 'group-4' })];
    expect(setType(make({ value: 'x' }), 'radio', others)).toMatchObject({ value: false, group: 'group-5' });
    expect(nextRadioGroup([])).toBe('group-1');
    expect(setType(make(), 'signature', []).permittedTypes).toEqual(['draw', 'typeIn', 'upload']);
    expect(setType(make(), 'image', [], true).permittedTypes).toEqual(['capture', 'upload', 'smartphone']);
  });

  it('stores font sizes in ninths of a point, and reserves 0 and 1 for automatic', () => {
    expect([0, 1, 2, 1.5, 10 / 9].map(pointsOf)).toEqual([null, null, 18, 13.5, 10]);
    for (const points of [4, 7.5, 9, 10, 12, 24]) expect(pointsOf(fontSizeOfPoints(points))).toBe(points);
  });

  it('normalizes values before storing them', () => {
    expect(normaliseField(make({ type: 'signature', hidden: true }))).toMatchObject({ required: true, hidden: false });
    expect(normaliseField(make({ type: 'radio' })).group).toBe('group-1');
    expect(isMultiline(40, 12)).toBe(true);
    expect(isMultiline(39, 12)).toBe(false);
  });
});

describe('several fields', () => {
  it('sorts by page, row and left edge', () => {
    const at = (id: string, page: number, x: number, y: number) => make({ id, page, rect: { x, y, width: 1, height: 1 } });
    const sorted = sortFields([at('d', 2, 0, 0), at('c', 1, 0, 20), at('b', 1, 50, 10), at('a', 1, 10, 10.9)]);
    expect(sorted.map((each) => each.id)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('finds duplicate ids', () => expect(duplicateFieldIds([make(), make(), make({ id: 'g' })])).toEqual(['f']));

  it('knows the recipient of each field', () => {
    expect(isRecipientSet({ role: 'empty' })).toBe(false);
    expect(availableTo(make(), anna)).toBe(true);
    expect(availableTo(make({ recipient: { email: 'ANNA@example.org' } }), anna)).toBe(true);
    expect(availableTo(make({ recipient: { email: 'bert@example.org' } }), anna)).toBe(false);
    expect(availableTo(make({ recipient: { role: 'witness' } }), { ...anna, role: 'witness' })).toBe(true);
    expect(availableTo(make({ recipient: { role: 'witness' } }), anna)).toBe(false);
  });

  it('keeps radio groups together', () => {
    const radios = [make({ id: 'a', type: 'radio', group: 'group-1', value: true }), make({ id: 'b', type: 'radio', group: 'group-1' })];
    expect(setChecked(radios, 'b', true).map((each) => each.value)).toEqual([false, true]);
    const changed = { ...radios[0]!, required: true, recipient: anna };
    expect(shareInGroup(radios, changed)[1]).toMatchObject({ required: true, recipient: anna });
  });

  it('copies a signature to the same person\'s unsigned fields', () => {
    const fields = ['anna@example.org', 'bert@example.org'].flatMap((email, index) =>
      ['1', '2'].map((n) => make({ id: `${index}${n}`, type: 'signature', recipient: { email }, permittedTypes: ['draw'] })),
    );
    const copied = copySignature(fields, fields[0]!, { reference: 'r', url: null, fillType: 'draw' });
    expect(copied.map((each) => each.value !== null)).toEqual([true, true, false, false]);
  });

  it('fills in dates and moves the focus', () => {
    const date = make({ id: 'd', type: 'date', autoFill: 'sign_date', readonly: true, dateFormat: 'DD.MM.YYYY', recipient: anna });
    expect(fillDates([date], anna, new Date(2026, 1, 3))[0]?.value).toBe('03.02.2026');
    expect(formatDate(new Date(2026, 1, 3), null)).toBe('02/03/2026');
    const fields = [make({ id: 'a', required: true }), make({ id: 'b', readonly: true }), make({ id: 'c', rect: { x: 0, y: 9, width: 1, height: 1 } })];
    expect(nextFocus(fields, 'a', 1)?.id).toBe('c');
    expect(nextFocus(fields, 'c', 1)?.id).toBe('a');
    expect(nextFocus(fields, 'c', 1, { preventCycle: true })).toBeNull();
    expect(canFocus(make({ hidden: true }), { build: true })).toBe(true);
    expect(canFocus(make({ label: true, readonly: true }))).toBe(false);
  });
});
