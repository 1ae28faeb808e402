// @vitest-environment node
import { expect, it } from 'vitest';
import { draftOf, lacksAttachmentLabel, lacksCodePhone, written } from './recipient-draft.ts';

const grace = {
  id: 'a'.repeat(24), email: 'grace@example.org', phone: null, firstName: 'Grace', lastName: 'Hopper', locale: 'de', role: 'Tenant', participation: 'signer' as const, inPerson: true,
  identityRequirements: ['passport' as const, 'selfie' as const], identityRequireManualApproval: true, privateMessage: '', requireAccessCode: false, accessCodePhone: null, attachments: [],
};

it('keeps earlier choices', () => expect(written(draftOf(grace), grace)).toEqual(grace));

it('a new recipient signs, by e-mail, without an identity check', () =>
  expect(written({ ...draftOf(undefined), name: 'Ada King Byron', contact: ' ada@example.org ' })).toEqual({
    email: 'ada@example.org', phone: null, firstName: 'Ada King', lastName: 'Byron', locale: null, role: 'signer', participation: 'signer', inPerson: false,
    identityRequirements: [], identityRequireManualApproval: false, privateMessage: '', requireAccessCode: false, accessCodePhone: null, attachments: [],
  }));

it('without identity requirements there is no approval; an empty role is a signer', () =>
  expect(written({ ...draftOf(grace), role: '  ', identityRequirements: [] })).toMatchObject({ role: 'signer', identityRequireManualApproval: false }));

it.each(['approver', 'viewer'] as const)('an %s keeps what does not go with a signature', (need) =>
  expect(written({ ...draftOf({ ...grace, requireAccessCode: true }), need, requireAccessCode: true }, grace)).toMatchObject({
    participation: need, inPerson: false, identityRequirements: [], identityRequireManualApproval: false, requireAccessCode: true, locale: 'de', role: 'Tenant',
  }));

it('a code by text message needs a phone number, which is written in the international form', () => {
  const draft = { ...draftOf({ ...grace, inPerson: false }), requireAccessCode: true, accessCodePhone: '+49 151 000 00 077' };
  expect(written(draft, grace)).toMatchObject({ requireAccessCode: true, accessCodePhone: '+4915100000077' });
  expect([draft, { ...draft, accessCodePhone: '' }, { ...draft, accessCodePhone: null }, { ...draft, accessCodePhone: '12', requireAccessCode: false }, { ...draft, accessCodePhone: '12', inPerson: true }].map(lacksCodePhone))
    .toEqual([false, true, false, false, false]);
  expect(written({ ...draft, requireAccessCode: false }, grace)).toMatchObject({ requireAccessCode: false, accessCodePhone: null });
  expect(draftOf({ ...grace, requireAccessCode: true, accessCodePhone: '+4915100000077' }).accessCodePhone).toMatch(/^\+49/);
});

it('files are asked of signers on a device of their own, and each has a name', () => {
  const [licence, nameless] = [{ id: 'a', label: ' Driving licence ', help: ' ', required: false }, { id: 'b', label: ' ', help: '', required: true }];
  const draft = { ...draftOf({ ...grace, inPerson: false }), attachments: [licence] };
  expect(written(draft, grace).attachments).toEqual([{ id: 'a', label: 'Driving licence', help: '', required: false }]);
  for (const other of [{ inPerson: true }, { need: 'approver' as const }, { need: 'viewer' as const }]) expect(written({ ...draft, ...other }, grace).attachments).toEqual([]);
  const unnamed = { ...draft, attachments: [licence, nameless] };
  expect([draft, unnamed, { ...unnamed, inPerson: true }, { ...unnamed, need: 'viewer' as const }].map(lacksAttachmentLabel)).toEqual([false, true, false, false]);
});
