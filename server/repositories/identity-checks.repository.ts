/** Identity checks with their evidence. */
import type { Insertable, Selectable, Updateable } from 'kysely';
import { anyOf } from '#server/platform/database/any-of.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import type { IdentityChecksTable, IdentityEvidenceTable } from '#server/platform/database/tables/identity-checks.tables.ts';

export type IdentityCheckRow = Selectable<IdentityChecksTable>;
type EvidenceRow = Selectable<IdentityEvidenceTable>;
export interface IdentityCheckWithEvidence extends IdentityCheckRow {
  evidence: EvidenceRow[];
}

/** Returns the current checks, at most one per recipient. */
export async function findIdentityChecks(db: Db | Tx, transactionIds: readonly string[]): Promise<IdentityCheckWithEvidence[]> {
  if (transactionIds.length === 0) return [];
  const checks = await db.selectFrom('identity_checks').selectAll().where('transaction_id', '=', anyOf(transactionIds)).where('superseded_at', 'is', null).execute();
  if (checks.length === 0) return [];
  const evidence = await db.selectFrom('identity_evidence').selectAll().where('check_id', '=', anyOf(checks.map(({ id }) => id))).orderBy('created_at').execute();
  return checks.map((check) => ({ ...check, evidence: evidence.filter((each) => each.check_id === check.id) }));
}

export function findIdentityCheck(db: Db | Tx, id: string): Promise<IdentityCheckRow | undefined> {
  return db.selectFrom('identity_checks').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Counts all checks that were ever started for this recipient, including those of earlier assignees. */
export async function countIdentityChecks(tx: Tx, recipientId: string): Promise<number> {
  const rows = await tx.selectFrom('identity_checks').select('id').where('recipient_id', '=', recipientId).execute();
  return rows.length;
}

export function findIdentityCheckByReference(db: Db | Tx, reference: string): Promise<IdentityCheckRow | undefined> {
  return db.selectFrom('identity_checks').selectAll().where('reference', '=', reference).executeTakeFirst();
}

export async function insertIdentityCheck(tx: Tx, row: Insertable<IdentityChecksTable>): Promise<IdentityCheckRow> {
  return tx.insertInto('identity_checks').values(row).returningAll().executeTakeFirstOrThrow();
}

/** Returns the time of the change. */
export async function updateIdentityCheck(tx: Tx, id: string, changes: Updateable<IdentityChecksTable>): Promise<Pick<IdentityCheckRow, 'updated_at'> | undefined> {
  return tx.updateTable('identity_checks').set({ ...changes, updated_at: new Date() }).where('id', '=', id).returning('updated_at').executeTakeFirst();
}

/** Returns the third party's sessions that are still open for verification. */
export async function findOpenReferences(tx: Tx, of: { transactionIds: readonly string[] } | { recipientId: string }): Promise<string[]> {
  const [column, ids] = 'recipientId' in of ? ['recipient_id' as const, [of.recipientId]] : ['transaction_id' as const, of.transactionIds];
  const rows = await tx
    .selectFrom('identity_checks').select('reference')
    .where(column, '=', anyOf(ids)).where('superseded_at', 'is', null).where('third_party_state', '=', 'open').where('reference', 'is not', null)
    .execute();
  return rows.flatMap(({ reference }) => reference ?? []);
}

/** A check is void after a reassignment: it says nothing about the next assignee. */
export async function supersedeIdentityChecks(tx: Tx, recipientId: string): Promise<void> {
  await tx.updateTable('identity_checks').set({ superseded_at: new Date() }).where('recipient_id', '=', recipientId).where('superseded_at', 'is', null).execute();
}

/**
 * Stores evidence, replacing a picture of the same kind. Returns the stored row, and the replaced body, which nothing refers to any
 * more.
 */
export async function upsertEvidence(tx: Tx, row: Insertable<IdentityEvidenceTable>): Promise<{ stored: EvidenceRow; replaced: string | null }> {
  const before = await tx.deleteFrom('identity_evidence').where('check_id', '=', row.check_id).where('kind', '=', row.kind).returning('body_ref').executeTakeFirst();
  const stored = await tx.insertInto('identity_evidence').values(row).returningAll().executeTakeFirstOrThrow();
  return { stored, replaced: before?.body_ref ?? null };
}

/** Deletes the evidence of a transaction's checks; returns the references of the bodies. */
export async function deleteEvidenceOf(tx: Tx, transactionIds: readonly string[]): Promise<string[]> {
  const rows = await tx
    .deleteFrom('identity_evidence')
    .where('check_id', 'in', (query) => query.selectFrom('identity_checks').select('id').where('transaction_id', '=', anyOf(transactionIds)))
    .returning('body_ref')
    .execute();
  return rows.map((row) => row.body_ref);
}
