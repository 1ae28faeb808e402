import { describe, expect, test } from 'vitest';
import type { Field, FieldTable } from '../engine.ts';
import { fieldsOf } from './field-table.ts';

/** A field with default values; the properties are in the core's order. */
const usual: Field = {
  id: '', type: 'text', page: 1, rect: { x: 0, y: 0, width: 0, height: 0 }, value: null, pdfFieldId: null, fieldName: '', tooltip: null, options: null, exportValue: null, doNotPrint: false, hidden: false, comb: false, readonly: false, lockedBy: null, required: false,
  hasAppearance: false, label: false, textColor: 'black', autoFill: null, permittedTypes: ['upload'], textMaxLength: 0, textAlign: 'left', multiline: false, fontSize: 1, textFormat: null, dateFormat: null,
  ratio: 0.75, group: null, recipient: null, mode: 'normal', detected: false, changed: false,
};

const table = (parts: object): FieldTable => JSON.stringify({ usual, ...parts }) as FieldTable;

describe('fields from a table', () => {
  test('have defaults and their own values', () => {
    const columns = { type: ['text', 'checkmark'], value: ['Ada', true], hidden: [false, true], permittedTypes: [[], ['draw']] };
    const made = fieldsOf(table({ length: 2, columns, sides: [1, 123_000, 1_000_000, 333_333, 0, -15_000, 10, 20] }));
    expect(made).toEqual([
      { ...usual, value: 'Ada', permittedTypes: [], rect: { x: 0.0001, y: 12.3, width: 100, height: 33.3333 } },
      { ...usual, type: 'checkmark', value: true, hidden: true, permittedTypes: ['draw'], rect: { x: 0, y: -1.5, width: 0.001, height: 0.002 } },
    ]);
    expect(Object.keys(made[0] ?? {})).toEqual(Object.keys(usual));
  });

  test('may have more than four decimals and take their id from the widget if the table says so', () => {
    const rect = { x: 1 / 3, y: 1e-9, width: 2, height: 3 };
    const made = fieldsOf(table({ length: 1, columns: { id: 'pdfFieldId', pdfFieldId: ['4R'], rect: [rect] } }));
    expect(made).toEqual([{ ...usual, id: '4R', pdfFieldId: '4R', rect }]);
  });

  test('share no mutable values', () => {
    const [one, other] = fieldsOf(table({ length: 2, columns: {}, sides: [0, 0, 0, 0, 0, 0, 0, 0] }));
    one?.permittedTypes.push('draw');
    Object.assign(one?.rect ?? {}, { x: 7 });
    expect(other).toEqual(usual);
    expect(fieldsOf(table({ length: 0, columns: {}, sides: [] }))).toEqual([]);
  });
});
