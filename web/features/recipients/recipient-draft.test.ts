// @vitest-environment node
import { expect, it } from 'vitest';
import { draftOf, written } from './recipient-draft.ts';

const grace = {
  id: 'a'.repeat(24), email: 'grace@example.org', phone: null, firstName: 'Grace', lastName: 'Hopper', locale: 'de', role: 'Tenant', inPerson: true,
  identityRequirements: ['passport' as const, 'selfie' as const], identityRequireManualApproval: true, privateMessage: '', requireAccessCode: false,
};

it('keeps earlier choices', () => expect(written(draftOf(grace), grace)).toEqual(grace));

it('a new recipient signs, by e-mail, without an identity check', () =>
  expect(written({ ...draftOf(undefined), name: 'Ada King Byron', contact: ' ada@example.org ' })).toEqual({
    email: 'ada@example.org', phone: null, firstName: 'Ada King', lastName: 'Byron', locale: null, role: 'signer', inPerson: false,
    identityRequirements: [], identityRequireManualApproval: false, privateMessage: '', requireAccessCode: false,
  }));

it('without identity requirements there is no approval; an empty role is a signer', () =>
  expect(written({ ...draftOf(grace), role: '  ', identityRequirements: [] })).toMatchObject({ role: 'signer', identityRequireManualApproval: false }));
