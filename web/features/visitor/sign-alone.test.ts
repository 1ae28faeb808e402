// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { createField } from '#contract/entities/field.ts';
import type { FieldInput } from '#contract/entities/field.ts';
import { anchorOf, newFields } from './sign-alone.ts';

const make = (id: string, y: number, input: Partial<FieldInput>) =>
  createField({ id, page: 1, rect: { x: 1, y, width: 20, height: 5 }, ...input });
const drawn = { reference: null, url: 'data:image/png;base64,AQID', fillType: 'draw' as const };

describe('signing alone', () => {
  const empty = make('first', 10, { type: 'signature' });
  const filled = make('second', 20, { type: 'signature', value: drawn });
  const text = make('text', 30, { value: 'Ada' });
  const own = make('own', 40, { pdfFieldId: '12 0', value: 'kept' });

  it('signs in the field with a signature drawn, or in the first one', () => {
    expect(anchorOf([empty, filled])?.id).toBe('second');
    expect(anchorOf([empty])?.id).toBe('first');
    expect(anchorOf([text])).toBeNull();
    const signed = make('signed', 5, { type: 'signature', value: { signatureId: 'signed' } });
    expect([anchorOf([signed, empty])?.id, anchorOf([signed])]).toEqual(['first', null]);
  });

  it('places only fields missing from the document, without values', () => {
    const placed = newFields([empty, filled, text, own], filled);
    expect(placed.map(({ field, asSignature }) => [field.id, field.value, asSignature])).toEqual([
      ['first', null, false],
      ['second', null, true],
      ['text', null, false],
    ]);
  });
});
