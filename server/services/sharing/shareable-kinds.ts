/** Implements `ShareableKind` for files, transactions and templates. */
import { sql } from 'kysely';
import { fillPath, routes } from '#contract/routes.ts';
import { mayWithFile } from '#contract/permissions/file.permissions.ts';
import { may } from '#contract/permissions/transaction.permissions.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { findFile, lockFiles, updateFile } from '#server/repositories/files.repository.ts';
import { updateTransactions } from '#server/repositories/transactions.repository.ts';
import { updateDirectLink } from '#server/repositories/direct-links.repository.ts';
import { mayWithTemplate } from '#contract/permissions/template.permissions.ts';
import { findTemplate, lockTemplate, updateTemplate } from '#server/repositories/templates.repository.ts';
import { viewerOf } from '../caller.ts';
import type { Entitlements } from '#server/services/billing/entitlements.ts';
import { viewFor } from '#server/services/files/file-state.ts';
import { administers } from '#server/services/organizations/organization-access.ts';
import { viewOfTemplate } from '../templates/template-state.ts';
import { findState, lockTransactionForJob, viewOf } from '#server/services/transactions/transaction-state.ts';
import type { ShareableKind } from './shareable.ts';

export const shareableFile: ShareableKind = {
  kind: 'file',
  resourceType: 'document',
  page: (id) => fillPath(routes.fileView, { ids: id }),
  sharingPage: (id) => fillPath(routes.fileSharing, { id }),
  find: async (db, id, caller, lock) => {
    const file = lock ? (await lockFiles(db as Tx, [id]))[0] : await findFile(db, id);
    if (!file) return undefined;
    const view = await viewFor(db, file, caller);
    return {
      id, title: file.title, ownerId: file.owner_id, orgId: file.org_id, sharedWith: file.shared_with, may: (action) => mayWithFile(view, caller.userId, action),
    };
  },
  setSharedWith: (tx, id, userIds) => updateFile(tx, id, { shared_with: [...userIds] }),
  setOwner: (tx, { id, ownerId, sharedWith }, newOwnerId) =>
    updateFile(tx, id, { owner_id: newOwnerId, shared_with: ownerGivesWay(sharedWith, ownerId, newOwnerId) }),
};

export const shareableTransaction: ShareableKind = {
  kind: 'transaction',
  resourceType: 'transaction',
  page: (id) => fillPath(routes.transaction, { id }),
  sharingPage: (id) => fillPath(routes.transactionSharing, { id }),
  find: async (db, id, caller, lock) => {
    const state = lock ? await lockTransactionForJob(db as Tx, id) : await findState(db, id);
    if (!state) return undefined;
    const { row } = state;
    const view = viewOf(state, caller, await administers(db, row.org_id, caller));
    return {
      id, title: row.name, ownerId: row.owner_id, orgId: row.org_id, sharedWith: row.shared_with, may: (action) => may(view, viewerOf(caller), action),
    };
  },
  setSharedWith: async (tx, id, userIds) => {
    await updateTransactions(tx, [id], { shared_with: [...userIds] });
  },
  setOwner: async (tx, { id, ownerId, sharedWith }, newOwnerId) => {
    await updateTransactions(tx, [id], { owner_id: newOwnerId, shared_with: ownerGivesWay(sharedWith, ownerId, newOwnerId) });
    await transferFiles(tx, id, ownerId, newOwnerId);
  },
};

/** A template counts against the quota of its owner. */
export const shareableTemplate = ({ consume, release }: Pick<Entitlements, 'consume' | 'release'>): ShareableKind => ({
  kind: 'template',
  resourceType: 'template',
  page: (id) => fillPath(routes.template, { id }),
  sharingPage: (id) => fillPath(routes.templateSharing, { id }),
  find: async (db, id, caller, lock) => {
    const row = lock ? await lockTemplate(db as Tx, id) : await findTemplate(db, id);
    if (!row) return undefined;
    const view = await viewOfTemplate(db, row, caller);
    return {
      id, title: row.name, ownerId: row.owner_id, orgId: row.org_id, sharedWith: row.shared_with, may: (action) => mayWithTemplate(view, caller.userId, action),
    };
  },
  setSharedWith: (tx, id, userIds) => updateTemplate(tx, id, { shared_with: [...userIds] }),
  setOwner: async (tx, { id, ownerId, orgId, sharedWith }, newOwnerId) => {
    await release(tx, { userId: ownerId, orgId }, 'templates');
    await consume(tx, { userId: newOwnerId, orgId }, 'templates');
    // The new owner decides whether strangers may use what now counts as theirs.
    await updateDirectLink(tx, id, { enabled: false });
    await updateTemplate(tx, id, { owner_id: newOwnerId, shared_with: ownerGivesWay(sharedWith, ownerId, newOwnerId) });
    await tx
      .updateTable('files')
      .set({ owner_id: newOwnerId, meta_version: sql<number>`meta_version + 1`, updated_at: new Date() })
      .where('owner_id', '=', ownerId)
      .where('id', 'in', (query) => query.selectFrom('template_files').select('file_id').where('template_id', '=', id))
      .execute();
  },
});

/** The previous owner stays as a viewer; the new one is removed from the list. */
const ownerGivesWay = (sharedWith: readonly string[], ownerId: string, newOwnerId: string): string[] =>
  [ownerId, ...sharedWith.filter((id) => id !== newOwnerId && id !== ownerId)];

/** Passes on the transaction's files and audit, except files that belong to somebody else. */
async function transferFiles(tx: Tx, transactionId: string, ownerId: string, newOwnerId: string): Promise<void> {
  await tx
    .updateTable('files')
    .set({ owner_id: newOwnerId, meta_version: sql<number>`meta_version + 1`, updated_at: new Date() })
    .where('owner_id', '=', ownerId)
    .where((where) => where.or([
      where('id', 'in', where.selectFrom('transaction_files').select('file_id').where('transaction_id', '=', transactionId)),
      where('id', 'in', where.selectFrom('transactions').select('audit_file_id').where('id', '=', transactionId).$castTo<{ audit_file_id: string }>()),
    ]))
    .execute();
}
