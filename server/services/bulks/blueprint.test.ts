import { expect, test } from 'vitest';
import { createField, type Field } from '#contract/entities/field.ts';
import { grantedIn, requestOriginOf, substituteRecipient, type Blueprint } from './blueprint.ts';

const origin = { ip: '192.0.2.1', userAgent: 'Firefox' };

test.each([['requestedFrom'], ['asked']])('a bulk stored with %s is recorded with the address it was requested from', (name) => {
  expect(requestOriginOf({ [name]: origin })).toEqual(origin);
});

test.each([['granted'], ['held']])('a bulk stored with %s may use the features that it began with', (name) => {
  expect(grantedIn({ [name]: ['allowAdvancedFields'] })).toEqual(['allowAdvancedFields']);
  expect(grantedIn({})).toEqual([]);
});

test('fields that an earlier version stored get the properties they lack', () => {
  const { dataLabel: _, options: __, exportValue: ___, rules: ____, ...old } = createField({ id: 'a', page: 1, rect: { x: 1, y: 1, width: 10, height: 3 } });
  const blueprint = { recipients: [{ id: 'open', role: 'Tenant' }], placeholder: 0, files: [{ fields: [old as Field] }] } as unknown as Blueprint;
  const { fields: [[field] = []] } = substituteRecipient(blueprint, { email: 'bea@example.org', firstName: null, lastName: null });
  expect(field).toMatchObject({ dataLabel: null, options: null, exportValue: null, rules: null });
});
