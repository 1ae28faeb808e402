/** Accounts that are being deleted, and the removal of what they own. */
import { sql, type Selectable } from 'kysely';
import { anyOf } from '#server/platform/database/any-of.ts';
import type { Db, Schema, Tx } from '#server/platform/database/database.ts';
import type { AccountDeletionsTable } from '#server/platform/database/tables/identity.tables.ts';
import type { User } from './users.repository.ts';

export type AccountDeletion = Selectable<AccountDeletionsTable>;

/** Rows that let a person sign in or be reached; they go before everything else. */
const signInTables = ['identities', 'passkeys', 'passwords', 'magic_codes', 'account_changes'] as const;

/** Locks an account that is not being deleted yet. */
export function lockAccount(tx: Tx, userId: string): Promise<User | undefined> {
  return tx.selectFrom('users').selectAll().where('id', '=', userId).where('deletion_started_at', 'is', null).forUpdate().executeTakeFirst();
}

/** From now on the account counts as one that does not exist, and its addresses are free. */
export async function beginDeletion(tx: Tx, user: User, { ip, userAgent }: { ip: string; userAgent: string }): Promise<void> {
  await tx.insertInto('account_deletions').values({
    user_id: user.id, email: user.email, email_verified: user.email_verified, phone: user.phone, ip, user_agent: userAgent,
  }).execute();
  await tx.updateTable('users').set({ deletion_started_at: new Date(), email: null, phone: null, pending_email: null, avatar: null }).where('id', '=', user.id).execute();
  for (const table of signInTables) await tx.deleteFrom(table).where('user_id', '=', user.id).execute();
  await tx.updateTable('feedback').set({ name: null, email: null }).where('user_id', '=', user.id).execute();
  await tx.updateTable('uploads').set({ status: 'refused' }).where('owner_id', '=', user.id).where('status', '=', 'open').execute();
}

/** Locks the deletion, so that nobody else works at it at the same time. */
export function lockDeletionOf(tx: Tx, userId: string): Promise<AccountDeletion | undefined> {
  return tx.selectFrom('account_deletions').selectAll().where('user_id', '=', userId).forUpdate().executeTakeFirst();
}

/** Like `lockDeletionOf`, but returns undefined at once if somebody else works at it. */
export function tryLockDeletionOf(tx: Tx, userId: string): Promise<AccountDeletion | undefined> {
  return tx.selectFrom('account_deletions').selectAll().where('user_id', '=', userId).forUpdate().skipLocked().executeTakeFirst();
}

export async function addToRemovedCount(tx: Tx, userId: string, rows: number): Promise<void> {
  await sql`update account_deletions set removed = removed + ${rows} where user_id = ${userId}`.execute(tx);
}

export async function setSuccessor(tx: Tx, userId: string, successorId: string): Promise<void> {
  await tx.updateTable('account_deletions').set({ successor_id: successorId }).where('user_id', '=', userId).execute();
}

/** Returns deletions that began before this time, oldest first. */
export function findDeletionsBefore(db: Db, moment: Date, limit: number): Promise<AccountDeletion[]> {
  return db.selectFrom('account_deletions').selectAll().where('started_at', '<=', moment).orderBy('started_at').limit(limit).execute();
}

/** Counts what an account that is being deleted still owns. */
export async function countLeft(db: Db, userId: string): Promise<{ transactions: number; files: number }> {
  const { rows: [left] } = await sql<{ transactions: number; files: number }>`
    select (select count(*)::int from transactions where owner_id = ${userId}) as transactions, (select count(*)::int from files where owner_id = ${userId}) as files`.execute(db);
  return left ?? { transactions: 0, files: 0 };
}

export async function nextTransactionsOf(tx: Tx, ownerId: string, limit: number): Promise<string[]> {
  const rows = await tx.selectFrom('transactions').select('id').where('owner_id', '=', ownerId).limit(limit).execute();
  return rows.map(({ id }) => id);
}

/** Deletes resources with their history. */
export async function deleteResources(tx: Tx, table: 'files' | 'transactions' | 'templates', ids: readonly string[]): Promise<void> {
  await sql`delete from insights where resource_id = ${anyOf(ids)}`.execute(tx);
  await sql`delete from ${sql.table(table)} where id = ${anyOf(ids)}`.execute(tx);
}

export async function nextTemplatesOf(tx: Tx, ownerId: string, limit: number): Promise<string[]> {
  const rows = await tx.selectFrom('templates').select('id').where('owner_id', '=', ownerId).limit(limit).execute();
  return rows.map(({ id }) => id);
}

export async function nextFilesOf(tx: Tx, ownerId: string, limit: number): Promise<string[]> {
  const rows = await tx.selectFrom('files').select('id').where('owner_id', '=', ownerId).limit(limit).execute();
  return rows.map(({ id }) => id);
}

/** Returns the bodies of the files' versions that are still stored. */
export async function findBodiesOf(tx: Tx, fileIds: readonly string[]): Promise<string[]> {
  const rows = await tx.selectFrom('file_versions').select('body_ref').distinct().where('file_id', '=', anyOf(fileIds)).where('removed_at', 'is', null).execute();
  return rows.map((row) => row.body_ref);
}

/** Deletes uploads. Returns how many, and the bodies that no version of a document has taken over. */
export async function deleteUploadsOf(tx: Tx, ownerId: string, limit: number): Promise<{ count: number; bodies: string[] }> {
  const { rows } = await sql<{ ref: string; is_taken: boolean }>`
    delete from uploads where body_ref = any(array(select body_ref from uploads where owner_id = ${ownerId} limit ${limit}))
    returning body_ref as ref, status = 'used' and purpose in ('file', 'file_update', 'prepared', 'signed') as is_taken`.execute(tx);
  return { count: rows.length, bodies: rows.filter((row) => !row.is_taken).map(({ ref }) => ref) };
}

/** Removes the person from lists of those with whom resources are shared. */
export async function deleteSharesWith(tx: Tx, userId: string, limit: number): Promise<number> {
  for (const table of ['files', 'transactions', 'templates']) {
    const { numAffectedRows } = await sql`
      update ${sql.table(table)} set shared_with = array_remove(shared_with, ${userId})
      where id = any(array(select id from ${sql.table(table)} where shared_with <> '{}' and shared_with @> array[${userId}]::text[] limit ${limit}))`.execute(tx);
    if (numAffectedRows !== undefined && numAffectedRows > 0n) return Number(numAffectedRows);
  }
  return 0;
}

interface MessagesOfAccount {
  /** Addresses that the person had proven to be theirs. */
  recipients: readonly string[];
  /** Later messages belong to whoever has the address now. */
  until: Date;
  /** Key of messages to addresses that the person had not proven. */
  about: string;
}

/** Deletes messages. Queued ones stay: they may concern other people's transactions. */
export async function deleteMessagesOf(tx: Tx, { recipients, until, about }: MessagesOfAccount, limit: number): Promise<number> {
  for (const outbox of ['mails', 'text_messages']) {
    for (const condition of [sql`recipient = ${anyOf(recipients)} and created_at <= ${until}`, sql`about = ${about}`]) {
      const { numAffectedRows } = await sql`
        delete from ${sql.table(outbox)} where id = any(array(select id from ${sql.table(outbox)} where ${condition} and status <> 'queued' limit ${limit}))`.execute(tx);
      if (numAffectedRows !== undefined && numAffectedRows > 0n) return Number(numAffectedRows);
    }
  }
  return 0;
}

/** Deletes organizations of the person that were dissolved; returns their logos. */
export async function deleteOrganizationsOf(tx: Tx, ownerId: string, limit: number): Promise<{ id: string; logo: string | null }[]> {
  const { rows } = await sql<{ id: string; logo: string | null }>`
    delete from organizations where id = any(array(select id from organizations where owner_id = ${ownerId} limit ${limit})) returning id, logo`.execute(tx);
  await tx.deleteFrom('subscriptions').where('holder_id', '=', anyOf(rows.map(({ id }) => id))).execute();
  return rows;
}

/** A column that refers to accounts. */
export interface Reference {
  table: keyof Schema;
  column: string;
  /** Whether the row stays without its reference. */
  stays: boolean;
}

/** Returns all columns that refer to accounts, as the catalog says, so that a new table is covered without being listed here. */
export async function findReferences(db: Db | Tx): Promise<Reference[]> {
  const { rows } = await sql<Reference>`
    select relname as table, attname as column, confdeltype = 'n' as stays
    from pg_constraint join pg_class on pg_class.oid = conrelid join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and confrelid = 'users'::regclass and confdeltype in ('c', 'n') and relname not in ('account_deletions', 'resource_transfers')
    order by relname, attname`.execute(db);
  return rows;
}

/** Deletes up to `limit` rows that refer to the account, or removes the reference. */
export async function deleteReferences(tx: Tx, { table, column, stays }: Reference, userId: string, limit: number): Promise<number> {
  const [name, key] = [sql.table(table), sql.ref(column)];
  const chosen = sql`where ctid = any(array(select ctid from ${name} where ${key} = ${userId} limit ${limit}))`;
  const { numAffectedRows } = stays
    ? await sql`update ${name} set ${key} = null ${chosen}`.execute(tx)
    : await sql`delete from ${name} ${chosen}`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

export async function deleteAccount(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('users').where('id', '=', userId).execute();
}
