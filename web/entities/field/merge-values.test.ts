// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { createField } from '#contract/entities/field.ts';
import type { FieldInput } from '#contract/entities/field.ts';
import { anchorPicture, mergeValues, pictureBytes } from './merge-values.ts';

const rect = { x: 1, y: 1, width: 10, height: 3 };
const make = (input: Partial<FieldInput> & { id: string }) => createField({ page: 1, rect, ...input });
const drawn = { reference: null, url: 'data:image/png;base64,AQID', fillType: 'draw' as const };

describe('values to merge', () => {
  const before = [
    make({ id: 'a', fieldName: 'name', value: '' }),
    make({ id: 'b', fieldName: 'kept', value: 'as it was' }),
    make({ id: 'c', fieldName: 'agree', type: 'checkmark', value: false }),
    make({ id: 'd', fieldName: 'initials', type: 'initials', value: null }),
    make({ id: 'e', fieldName: 'anchor', type: 'signature', value: null }),
  ];
  const after = before.map((field) => {
    if (field.id === 'a') return { ...field, value: 'Ada Byron' };
    if (field.id === 'c') return { ...field, value: true };
    if (field.id === 'd' || field.id === 'e') return { ...field, value: drawn };
    return field;
  });

  it('include changed values and pictures as bytes, but not the field to be signed', () => {
    expect(mergeValues(after, before, 'anchor')).toEqual({
      name: 'Ada Byron',
      agree: true,
      initials: { bytes: null, url: drawn.url, ref: null, fillType: null },
    });
  });

  it('include the picture of the signature', async () => {
    expect(anchorPicture(after, 'anchor')).toBe(drawn.url);
    expect([...(await pictureBytes(drawn.url))]).toEqual([1, 2, 3]);
  });
});
