// @vitest-environment node
import { expect, it } from 'vitest';
import { draftOf, written } from './recipient-draft.ts';

const grace = {
  id: 'a'.repeat(24), email: 'grace@example.org', phone: null, firstName: 'Grace', lastName: 'Hopper', locale: 'de', role: 'Tenant', inPerson: true,
  identityRequirements: ['passport' as const, 'selfie' as const], identityRequireManualApproval: true,
};

it('what was chosen before is there, and stays', () => expect(written(draftOf(grace), grace)).toEqual(grace));

it('somebody new signs, by mail, without proof', () =>
  expect(written({ ...draftOf(undefined), name: 'Ada King Byron', contact: ' ada@example.org ' })).toEqual({
    email: 'ada@example.org', phone: null, firstName: 'Ada King', lastName: 'Byron', locale: null, role: 'signer', inPerson: false,
    identityRequirements: [], identityRequireManualApproval: false,
  }));

it('nobody approves what nobody has to prove; an empty role is a signer', () =>
  expect(written({ ...draftOf(grace), role: '  ', identityRequirements: [] })).toMatchObject({ role: 'signer', identityRequireManualApproval: false }));
