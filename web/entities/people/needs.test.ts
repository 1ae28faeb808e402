// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { fromCopy, stopsSigning, toCopy, withParticipation } from './needs.ts';

const ada = { email: 'ada@example.org', firstName: 'Ada', inPerson: true, identityRequirements: ['selfie' as const], identityRequireManualApproval: true, privateMessage: 'Hello' };

describe('what a person does', () => {
  it('takes what goes with a signature along, and leaves the rest', () => {
    expect(withParticipation(ada, 'approver')).toMatchObject({ participation: 'approver', inPerson: false, identityRequirements: [], identityRequireManualApproval: false, privateMessage: 'Hello' });
    expect(withParticipation(ada, 'signer')).toMatchObject({ participation: 'signer', inPerson: true, identityRequirements: ['selfie'] });
  });

  it.each([
    [{}, { participation: 'viewer' }, true], [{}, null, true], [{}, { participation: 'signer' }, false],
    [{ participation: 'viewer' }, { participation: 'approver' }, false], [{ participation: 'approver' }, null, false],
  ] as const)('%o that becomes %o leaves fields: %s', (before, after, leaves) => expect(stopsSigning(before, after)).toBe(leaves));

  it('a copy keeps the name and the address, and nothing else', () => {
    const entry = toCopy(ada);
    expect(entry).toEqual({ type: 'user', email: ada.email, phone: null, firstName: 'Ada', lastName: null });
    expect(fromCopy(entry, 'viewer')).toEqual({ email: ada.email, phone: null, firstName: 'Ada', lastName: null, participation: 'viewer' });
  });
});
