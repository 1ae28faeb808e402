// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { createField } from '#contract/entities/field.ts';
import { joinFields } from './file-fields.ts';

const rect = { x: 1, y: 1, width: 10, height: 3 };

describe('fields of a file', () => {
  it('adds the fields of the document once', () => {
    const inFile = [
      { page: 1, rect, type: 'text' as const, fieldName: 'name', pdfFieldId: '12 0', value: 'Ada' },
      { page: 1, rect, type: 'text' as const, fieldName: 'name-2', pdfFieldId: '13 0', value: null },
    ];
    const joined = joinFields([], inFile);
    expect(joined.map(({ fieldName, value }) => [fieldName, value])).toEqual([
      ['name', 'Ada'],
      ['name-2', null],
    ]);
    expect(new Set(joined.map(({ id }) => id)).size).toBe(2);
    expect(joinFields(joined, inFile)).toHaveLength(2);
  });

  it('takes over values that others have filled since', () => {
    const current = [createField({ id: 'a', page: 1, rect, fieldName: 'text-a', value: '' })];
    const [field] = joinFields(current, [{ page: 1, rect, type: 'text', fieldName: 'text-a', value: 'filled' }]);
    expect(field).toMatchObject({ id: 'a', value: 'filled', pdfFieldId: null });
  });

  it('keeps signed fields signed and drops pictures that the page itself shows', () => {
    const signature = { page: 1, rect, type: 'signature' as const, fieldName: 'seller', pdfFieldId: '14 0' };
    const [signed, open] = joinFields([], [{ ...signature, value: { signatureId: '15 0' } }, { ...signature, fieldName: 'buyer', value: { bytes: null, url: null, ref: 'x' } }]);
    expect([signed?.value, open?.value]).toEqual([{ signatureId: '15 0' }, null]);
  });

  it('does not take over dates that do not exist', () => {
    const day = (value: string, fieldName: string) => ({ page: 1, rect, type: 'date' as const, dateFormat: 'YYYY-MM-DD', fieldName, value });
    const joined = joinFields([createField({ ...day('', 'kept'), id: 'kept' })], [day('2026-02-28', 'real'), day('2026-02-31', 'none'), day('2026-02-31', 'kept')]);
    expect(joined.map(({ fieldName, value }) => [fieldName, value])).toEqual([['kept', ''], ['real', '2026-02-28'], ['none', '']]);
  });

  it('takes over tooltips of the document as one line', () => {
    const inFile = { page: 1, rect, type: 'text' as const, fieldName: 'f1' };
    expect(joinFields([], [{ ...inFile, tooltip: ' Last name\r\n (family name) ' }])[0]?.tooltip).toBe('Last name (family name)');
    expect(joinFields([], [{ ...inFile, tooltip: 'x'.repeat(999) }])[0]?.tooltip).toHaveLength(256);
    const current = createField({ ...inFile, id: 'a', value: 'Ada' });
    expect(joinFields([current], [{ ...inFile, tooltip: 'Name' }])[0]).toMatchObject({ tooltip: 'Name', value: 'Ada' });
    expect(joinFields([{ ...current, tooltip: 'Your name' }], [{ ...inFile, tooltip: 'Name' }])[0]?.tooltip).toBe('Your name');
  });

  it('permits pictures from a phone if the installation offers it', () => {
    const ways = (permittedTypes: string[], allow: boolean) =>
      joinFields([], [{ page: 1, rect, type: 'signature', fieldName: 's', permittedTypes }], allow)[0]?.permittedTypes;
    expect(ways(['draw', 'typeIn', 'upload'], true)).toEqual(['draw', 'typeIn', 'upload', 'smartphone']);
    expect(ways(['draw', 'typeIn', 'upload'], false)).toEqual(['draw', 'typeIn', 'upload']);
    expect(ways(['draw'], true)).toEqual(['draw']);
  });

  it('leaves invisible signature fields out', () => {
    const nowhere = { x: 0, y: 0, width: 0, height: 0 };
    expect(joinFields([], [{ page: 1, rect: nowhere, type: 'signature', fieldName: 'signature-1' }])).toEqual([]);
  });

  it('leaves out fields outside the page', () => {
    const above = { x: 16, y: -427, width: 66, height: 41 };
    expect(joinFields([], [{ page: 1, rect: above, type: 'text', fieldName: 'hidden' }])).toEqual([]);
    expect(joinFields([], [{ page: 1, rect: { ...above, y: -10 }, type: 'text', fieldName: 'cut' }])).toHaveLength(1);
  });
});
