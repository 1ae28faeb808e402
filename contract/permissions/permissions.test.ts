import { describe, expect, it } from 'vitest';
import { fileActions, mayWithFile, type FileView } from '#contract/permissions/file.permissions.ts';
import { may, transactionActorsOf, transactionActions, type TransactionView } from '#contract/permissions/transaction.permissions.ts';
import type { TransactionStatus } from '#contract/entities/transaction.ts';

const owner = { id: 'o', email: 'owner@example.org', phone: null };
const people = Object.fromEntries(
  ['done', 'active', 'waiting', 'cc', 'stranger'].map((name) => [name, { id: name, email: `${name}@example.org`, phone: null }]),
);

const view = (status: TransactionStatus, allowSignerReassignment = false): TransactionView => {
  const started = status !== 'draft' && status !== 'created';
  const recipient = (name: string, completed: boolean, invited: boolean) => ({
    email: `${name}@example.org`, phone: null, completed, removed: false, invitedAt: invited && started ? '2026-01-01T00:00:00Z' : null,
  });
  return {
    ownerId: 'o', status, sharedWith: [], options: { allowSignerReassignment },
    recipients: [recipient('done', started, true), recipient('active', false, true), recipient('waiting', false, false)],
    cc: [{ email: 'cc@example.org', phone: null }],
  };
};

const allowed = (transaction: TransactionView, name: string) =>
  transactionActions.filter((action) => may(transaction, name === 'owner' ? owner : people[name]!, action)).join(' ');

describe('transactions', () => {
  it.each([
    ['draft', 'owner', 'read update delete start prepare readInsights share readSharing changeOwner stopSharing generateAudit copy duplicate'.split(' ')],
    ['draft', 'active', []],
    ['draft', 'cc', []],
    ['pending', 'owner', 'read delete cancel remind reschedule reassign readInsights share readSharing changeOwner stopSharing generateAudit copy duplicate correct approveIdentity setAccessCode'.split(' ')],
    ['pending', 'active', 'read decline sign readInsights unlock'.split(' ')],
    ['pending', 'done', 'read readInsights unlock'.split(' ')],
    ['pending', 'waiting', []],
    ['pending', 'cc', []],
    ['pending', 'stranger', []],
    ['completed', 'cc', 'read readInsights'.split(' ')],
    ['canceled', 'active', 'read readInsights unlock'.split(' ')],
    ['completed', 'stranger', []],
  ] as [TransactionStatus, string, string[]][])('%s: permissions of the %s', (status, name, actions) => {
    expect(allowed(view(status), name).split(' ').filter(Boolean).sort()).toEqual([...actions].sort());
  });

  it('lets an approver approve or decline, and a viewer view, in their turn only', () => {
    const as = (participation: 'approver' | 'viewer', status: TransactionStatus = 'pending') =>
      ({ ...view(status), recipients: view(status).recipients.map((each) => ({ ...each, participation })) });
    expect(allowed(as('approver'), 'active').split(' ').toSorted()).toEqual(['approve', 'decline', 'read', 'readInsights', 'unlock', 'view']);
    expect(allowed(as('viewer'), 'active').split(' ').toSorted()).toEqual(['read', 'readInsights', 'unlock', 'view']);
    for (const participation of ['approver', 'viewer'] as const) {
      expect([allowed(as(participation), 'waiting'), allowed(as(participation), 'done'), allowed(as(participation, 'canceled'), 'active')])
        .toEqual(['', 'read readInsights unlock', 'read readInsights unlock']);
    }
  });

  it('lets a participant view and leave, and hides a dismissed transaction', () => {
    const shared = { ...view('completed'), sharedWith: ['stranger'] };
    expect(allowed(shared, 'stranger').split(' ').toSorted()).toEqual(['duplicate', 'read', 'readInsights', 'readSharing', 'stopSharing']);
    expect(allowed({ ...view('completed'), dismissedBy: ['cc', 'done'] }, 'cc')).toBe('');
    expect(allowed({ ...view('completed'), dismissedBy: ['cc', 'done'] }, 'done')).toBe('');
  });

  it('shows nothing to a recipient who has not entered their access code', () => {
    for (const status of ['pending', 'completed', 'canceled'] as const) {
      const transaction = { ...view(status), recipients: view(status).recipients.map((each) => ({ ...each, locked: true })) };
      expect([allowed(transaction, 'done'), allowed(transaction, 'active'), allowed(transaction, 'waiting')]).toEqual(['unlock', 'unlock', '']);
      expect(allowed({ ...transaction, sharedWith: ['done'], cc: [people.done!] }, 'done')).toBe('unlock');
    }
  });

  it('lets the sender set a new access code as long as recipients read the documents', () => {
    for (const status of ['pending', 'completed', 'canceled', 'expired'] as const) expect(may(view(status), owner, 'setAccessCode')).toBe(true);
    expect(may(view('draft'), owner, 'setAccessCode')).toBe(false);
  });

  it('lets the sender correct what was sent and is not completed', () => {
    for (const status of ['pending', 'opened', 'declined', 'canceled', 'expired'] as const) expect(may(view(status), owner, 'correct')).toBe(true);
    for (const status of ['created', 'draft', 'completed'] as const) expect(may(view(status), owner, 'correct')).toBe(false);
  });

  it('lets the active recipient reassign if the sender allows it', () => {
    expect(may(view('pending', true), people.active!, 'reassign')).toBe(true);
    expect(may(view('pending', false), people.active!, 'reassign')).toBe(false);
  });

  it('allows the owner to be a recipient', () => {
    const transaction = { ...view('pending'), ownerId: 'active' };
    expect(transactionActorsOf(transaction, people.active!)).toEqual(['owner', 'active']);
  });
});

describe('files', () => {
  const file = (status: TransactionStatus | null, more: Partial<FileView> = {}): FileView => ({
    ownerId: 'o', public: false, sharedWith: [], transactions: status ? [{ status, readable: false }] : [], ...more,
  });

  it.each([
    ['alone', file(null), 'o', fileActions],
    ['drafted', file('draft'), 'o', fileActions.filter((action) => action !== 'changeOwner')],
    ['sent', file('pending'), 'o', ['read', 'download', 'readInsights', 'reportEvent', 'readSharing', 'share', 'stopSharing']],
    ['completed', file('completed'), 'o', ['read', 'download', 'delete', 'readInsights', 'reportEvent', 'readSharing', 'share', 'stopSharing']],
    ['shared', file(null, { sharedWith: ['x'] }), 'x', ['read', 'download', 'readInsights', 'reportEvent', 'readSharing', 'stopSharing']],
    ['strange', file(null), 'x', []],
    ['public', file(null, { public: true }), 'x', ['read', 'download', 'reportEvent']],
    ['of a readable transaction', file(null, { transactions: [{ status: 'pending', readable: true }] }), 'x', ['read', 'download', 'reportEvent']],
  ] as [string, FileView, string, string[]][])('%s', (_, view_, viewer, actions) => {
    expect(fileActions.filter((action) => mayWithFile(view_, viewer, action))).toEqual(actions);
  });
});
