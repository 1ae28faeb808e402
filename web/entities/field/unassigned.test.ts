// @vitest-environment node
import { describe, expect, it } from 'vitest';
import type { FieldInput } from '#contract/entities/field.ts';
import { createField } from '#contract/entities/field.ts';
import { assigned, isUnassigned } from './unassigned.ts';

const rect = { x: 1, y: 1, width: 10, height: 3 };
const make = (input: Partial<FieldInput> = {}) => createField({ id: 'f', page: 1, rect, ...input });
const ada = { email: 'ada@example.org', phone: null, role: null };

describe('unassigned fields', () => {
  it.each([
    ['a text', make(), true],
    ['a field of the file', make({ pdfFieldId: '12 0' }), true],
    ['an empty signature', make({ type: 'signature' }), true],
    ['a date that fills itself', make({ type: 'date', readonly: true, autoFill: 'sign_date' }), true],
    ['somebody\'s field', make({ recipient: ada }), false],
    ['a role\'s field', make({ recipient: { role: 'tenant' } }), false],
    ['a fixed text', make({ readonly: true }), false],
    ['a text of the page', make({ label: true, readonly: true }), false],
    ['a hidden field', make({ hidden: true }), false],
    ['a link', make({ type: 'link' }), false],
    ['a signed signature', make({ type: 'signature', value: { signatureId: '15 0' } }), false],
  ])('%s', (_, field, expected) => {
    expect(isUnassigned(field)).toBe(expected);
  });

  it('are assigned to one recipient; the others stay unchanged', () => {
    const bob = make({ id: 'b', recipient: { email: 'bob@example.org' } });
    const fixed = make({ id: 'c', readonly: true });
    const fields = [make({ id: 'a' }), bob, fixed];
    expect(assigned(fields, ada)).toEqual([{ ...fields[0], recipient: ada }, bob, fixed]);
    const settled = [bob, fixed];
    expect(assigned(settled, ada)).toBe(settled);
  });
});
