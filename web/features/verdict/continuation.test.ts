// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { createField } from '#contract/entities/field.ts';
import { continuationOf } from './continuation.ts';

const rect = { x: 1, y: 1, width: 20, height: 5 };
const text = createField({ id: 't', page: 1, rect });
const filled = createField({ id: 'u', page: 1, rect, value: 'Ada' });
const place = createField({ id: 's', page: 1, rect, type: 'signature' });
const signed = createField({ id: 'r', page: 1, rect, type: 'signature', value: { signatureId: 'r' } });
const approval = { certified: undefined };

describe('actions possible with a signed document', () => {
  it.each([
    ['fill what is empty, but nothing that is signed', [signed, text, filled], [approval], { kind: 'open', places: 1 }],
    ['sign where nobody has signed', [signed, place], [approval], { kind: 'open', places: 1 }],
    ['do nothing where all is done', [signed, filled], [approval], { kind: 'nothing' }],
    ['do nothing where its signer ruled out every change', [signed, place], [{ certified: 1 }], { kind: 'forbidden' }],
    ['sign a certified one only in its own place', [signed, text], [{ certified: 2 }], { kind: 'forbidden' }],
    ['sign a certified one in its own place', [signed, text, place], [approval, { certified: 2 }], { kind: 'open', places: 2 }],
  ])('%s', (_, fields, reports, wanted) => {
    expect(continuationOf(fields, reports)).toEqual(wanted);
  });
});
