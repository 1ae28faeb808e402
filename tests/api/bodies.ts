import type { CallId } from '#contract/calls/calls.ts';
import { newId } from '#server/platform/id.ts';

function sharingBodies(kind: 'files' | 'transactions' | 'templates'): Partial<Record<CallId, () => unknown>> {
  return {
    [`${kind}.share`]: () => ({ participants: [{ email: 'bea@example.org' }] }),
    [`${kind}.changeOwner`]: () => ({ userId: newId() }),
    [`${kind}.stopSharing`]: () => ({ participants: [newId()] }),
  };
}

/** A body that fits each call, so that only the permission can be in the way. */
export const bodies: Partial<Record<CallId, () => unknown>> = {
  'secondFactor.confirm': () => ({ code: '000000' }),
  'secondFactor.remove': () => ({}),
  'secondFactor.renewCodes': () => ({ code: '000000' }),
  'files.updateMeta': () => ({ attributes: {} }),
  'files.updateUrl': () => ({ mimeType: 'application/pdf' }),
  ...Object.fromEntries(['files', 'transactions', 'templates'].flatMap((kind) => [
    [`${kind}.share`, () => ({ participants: [{ email: 'somebody@example.org' }] })],
    [`${kind}.changeOwner`, () => ({ userId: newId() })],
    [`${kind}.stopSharing`, () => ({ participants: [newId()] })],
  ])),
  'files.reportEvent': () => ({ event: 'file_print' }),
  'transactions.update': () => ({}),
  'transactions.updateUrl': () => ({ fileId: newId() }),
  'transactions.sign': () => ({ fileId: newId(), appendedSignatures: [{}] }),
  'transactions.sendPresenceCode': () => ({ byUser: 'a'.repeat(24) }),
  'transactions.provePresence': () => ({ byUser: 'a'.repeat(24), code: '123456' }),
  'transactions.decline': () => ({ reason: 'no' }),
  'transactions.remind': () => ({ userId: newId(), title: 'x', message: 'x' }),
  'transactions.reassign': () => ({ fromUserId: newId(), toUser: {}, reason: 'x' }),
  'identityChecks.begin': () => ({}),
  'identityChecks.uploadUrl': () => ({ kind: 'selfie', mimeType: 'image/png' }),
  'identityChecks.submit': () => ({ evidence: [{ kind: 'selfie', imageRef: 'x' }] }),
  'identityChecks.ticket': () => ({}),
  'identityChecks.sendSms': () => ({ phone: '+49301234567' }),
  'identityChecks.cancel': () => ({}),
  'identityChecks.approve': () => ({ recipientId: newId() }),
  'identityChecks.reject': () => ({ recipientId: newId(), reason: 'x' }),
  'media.setDefault': () => ({}),
  ...sharingBodies('files'),
  ...sharingBodies('transactions'),
  ...sharingBodies('templates'),
  'templates.update': () => ({}),
  'templates.use': () => ({}),
  'templates.useLibrary': () => ({}),
  'templates.fromTransaction': () => ({}),
  'bulks.update': () => ({ name: 'x' }),
  'contacts.update': () => ({ email: 'somebody@example.org' }),
  'apps.update': () => ({}),
  'passkeys.update': () => ({ name: 'Phone' }),
  'organizations.update': () => ({}),
  'organizations.invite': () => ({ members: [{ email: 'somebody@example.org' }] }),
  'organizations.deleteMember': () => ({ memberId: newId() }),
  'organizations.makeAdmin': () => ({ memberId: newId() }),
  'organizations.cancelAdmin': () => ({ memberId: newId() }),
  'teams.create': () => ({ name: 'x' }),
  'teams.update': () => ({}),
  'teams.deleteMember': () => ({ memberId: newId() }),
};
