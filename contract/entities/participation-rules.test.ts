// @vitest-environment node
import { expect, test } from 'vitest';
import { directLinkProblemOf } from './direct-link.ts';
import { recipientInput, type Participation } from './recipient.ts';
import { lockedChanges, type LockableContent } from './template-lock.ts';

const role = (name: string, participation?: Participation, email: string | null = null) => recipientInput.parse({ role: name, email, ...(participation ? { participation } : {}) });
const content = (participation?: Participation): LockableContent => ({ fileIds: [], recipients: [role('Tenant', participation)], cc: [], message: { reminders: null }, options: {} });

test('locked people go on doing what the template asks of them', () => {
  const locks = { parts: ['people' as const], fixedRoles: [] };
  const stored = { ...content(), recipients: content().recipients.map((each) => ({ ...each, participation: undefined })) } as unknown as LockableContent;
  expect(lockedChanges(locks, content('signer'), content('approver'))).toEqual(['people']);
  // Stored before there were approvers.
  expect(lockedChanges(locks, stored, content('signer'))).toEqual([]);
});

test('whoever comes by a direct link signs', () => {
  const of = (participation: Participation) => directLinkProblemOf({ fileIds: ['f'], recipients: [role('Tenant', participation), role('Owner', 'signer', 'ada@example.org')], options: { requirePasswordProtection: false } });
  expect([of('signer'), of('approver'), of('viewer')]).toEqual([null, 'notSigning', 'notSigning']);
});
