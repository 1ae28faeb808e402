import { expect, test } from 'vitest';
import { calls } from '#contract/calls/calls.ts';
import { namesField, unknownFields, withoutUnknown } from './known-fields.ts';

const { body, response } = calls['transactions.update'];
const value = { name: 'Lease', colour: 'red', recipients: [{ email: 'bea@example.org', completed: true, more: { x: 1 } }], options: { includeFileAudit: true, loud: true }, cc: [] };

test('finds unknown fields at any depth', () => {
  expect(unknownFields(body, value)).toEqual([['colour'], ['recipients', 0, 'completed'], ['recipients', 0, 'more'], ['options', 'loud']]);
  expect(unknownFields(body, 'text')).toEqual([]);
});

test('distinguishes read-only response fields from unknown ones', () => {
  expect(namesField(response, ['recipients', 0, 'completed'])).toBe(true);
  expect(namesField(response, ['recipients', 0, 'more'])).toBe(false);
});

test('removing unknown fields leaves the rest unchanged', () => {
  const known = withoutUnknown(body, value);
  expect(known).toEqual({ name: 'Lease', recipients: [{ email: 'bea@example.org' }], options: { includeFileAudit: true }, cc: [] });
  expect(unknownFields(body, known)).toEqual([]);
});

test('checks a union against the variant that matches', () => {
  const fields = calls['files.updateMeta'].body;
  const field = { id: 'f', page: 1, rect: { x: 1, y: 1, width: 1, height: 1 }, value: { signatureId: 's', extra: 1 } };
  expect(unknownFields(fields, { attributes: { fields: [field] } })).toEqual([['attributes', 'fields', 0, 'value', 'extra']]);
});

test('accepts a passkey credential from the browser with all its fields', () => {
  const credential = { id: 'eA', rawId: 'eA', type: 'public-key', clientExtensionResults: { credProps: { rk: true } } };
  const passkey = calls['passkeys.regSubmit'].body;
  expect(unknownFields(passkey, { credential })).toEqual([]);
  expect(withoutUnknown(passkey, { credential })).toEqual({ credential });
});
