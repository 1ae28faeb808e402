/** Enforces what the template of a draft fixes. Drafts of those who may change the template have no locks. */
import { isSameButPeople, lockedChanges, type LockableContent, type LockablePart } from '#contract/entities/template-lock.ts';
import type { Field } from '#contract/entities/field.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/app-error.ts';
import { findFields } from '#server/repositories/files.repository.ts';
import { findRecipients } from '#server/repositories/people.repository.ts';
import { findLocksOfFile } from '#server/repositories/transactions.repository.ts';
import { ccOf } from './carbon-copies.ts';
import { draftOf, type TransactionState } from './transaction-state.ts';

export function refuseLocked(parts: readonly LockablePart[]): void {
  if (parts.length > 0) throw new AppError('part_locked', { parts });
}

type Change = { [Key in keyof LockableContent]?: LockableContent[Key] | undefined };

export function assertUnlocked({ row, fileIds, recipients, carbonCopies, message, options }: TransactionState, change: Change): void {
  if (row.locks === null) return;
  refuseLocked(lockedChanges(row.locks, { fileIds, recipients: recipients.map(draftOf), cc: carbonCopies.map(ccOf), message, options }, change));
}

/** Throws if the file is in a draft whose template fixes one of these parts. */
export async function assertFileUnlocked(db: Db | Tx, fileId: string, parts: readonly LockablePart[]): Promise<void> {
  const locked = await lockedPartsOf(db, fileId);
  refuseLocked(parts.filter((part) => locked.includes(part)));
}

/** A document takes its fields along, so that those with locked fields stay. */
export async function assertFieldsStay(tx: Tx, { row: { locks } }: TransactionState, removed: readonly string[]): Promise<void> {
  if (locks?.parts.includes('fields') && (await haveFields(tx, removed))) refuseLocked(['fields']);
}

export async function assertRemovable(tx: Tx, fileId: string): Promise<void> {
  const parts = await lockedPartsOf(tx, fileId);
  refuseLocked(parts.filter((part) => part === 'documents'));
  if (parts.includes('fields') && (await haveFields(tx, [fileId]))) refuseLocked(['fields']);
}

async function haveFields(tx: Tx, fileIds: readonly string[]): Promise<boolean> {
  for (const id of fileIds) if ((await findFields(tx, id)).length > 0) return true;
  return false;
}

/** People may be put into the open roles of locked fields; nothing else of these may be changed. */
export async function assertFieldsUnlocked(tx: Tx, fileId: string, fields: readonly Field[]): Promise<void> {
  for (const { transactionId, locks: { parts, fixedRoles } } of await findLocksOfFile(tx, fileId)) {
    if (!parts.includes('fields')) continue;
    // Each file is compared by itself, so that what stays with whom can't be told from its fields alone.
    const fixed = parts.includes('people') ? (await findRecipients(tx, [transactionId])).filter(({ role }) => fixedRoles.includes(role)) : [];
    if (!isSameButPeople(await findFields(tx, fileId), fields, fixed)) refuseLocked(['fields']);
  }
}

const lockedPartsOf = async (db: Db | Tx, fileId: string): Promise<LockablePart[]> => (await findLocksOfFile(db, fileId)).flatMap(({ locks }) => locks.parts);
