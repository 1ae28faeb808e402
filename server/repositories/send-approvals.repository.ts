/** Drafts that wait for approval before they are sent, and the people of the organization who may approve. */
import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import { anyOf } from '#server/platform/database/any-of.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import type { SendApprovalsTable } from '#server/platform/database/tables/documents.tables.ts';

interface NamedPerson {
  id: string;
  email: string | null;
  first_name: string | null;
  last_name: string | null;
}

export type SendApprovalRow = Selectable<SendApprovalsTable> & { requester: NamedPerson; decider: NamedPerson | null };

const personOf = (alias: 'requester' | 'decider') =>
  sql<NamedPerson>`jsonb_build_object('id', ${sql.ref(`${alias}.id`)}, 'email', ${sql.ref(`${alias}.email`)}, 'first_name', ${sql.ref(`${alias}.first_name`)}, 'last_name', ${sql.ref(`${alias}.last_name`)})`;

export async function findSendApprovals(db: Db | Tx, transactionIds: readonly string[]): Promise<SendApprovalRow[]> {
  const rows = await db.selectFrom('send_approvals')
    .innerJoin('users as requester', 'requester.id', 'send_approvals.requested_by')
    .leftJoin('users as decider', 'decider.id', 'send_approvals.decided_by')
    .selectAll('send_approvals')
    .select([personOf('requester').as('requester'), personOf('decider').as('decider')])
    .where('transaction_id', '=', anyOf(transactionIds)).execute();
  return rows.map((row) => ({ ...row, decider: row.decided_by === null ? null : row.decider }));
}

/** Inserts the request for approval, or replaces one that was returned. */
export async function putSendApproval(tx: Tx, row: Insertable<SendApprovalsTable>): Promise<void> {
  await tx.insertInto('send_approvals').values(row).onConflict((conflict) => conflict.column('transaction_id').doUpdateSet(row)).execute();
}

export async function updateSendApproval(tx: Tx, transactionId: string, changes: Updateable<SendApprovalsTable>): Promise<void> {
  await tx.updateTable('send_approvals').set(changes).where('transaction_id', '=', transactionId).execute();
}

export async function deleteSendApprovals(tx: Tx, transactionIds: readonly string[]): Promise<void> {
  await tx.deleteFrom('send_approvals').where('transaction_id', '=', anyOf(transactionIds)).execute();
}

/** Keeps prepared bodies from being removed as abandoned. */
export async function holdPreparedBodies(tx: Tx, bodyRefs: readonly string[]): Promise<void> {
  await tx.updateTable('uploads').set({ status: 'waiting' }).where('body_ref', '=', anyOf(bodyRefs)).execute();
}

export async function releasePreparedBodies(tx: Tx, transactionIds: readonly string[]): Promise<void> {
  await tx.updateTable('uploads').set({ status: 'stored' })
    .where('transaction_id', '=', anyOf(transactionIds)).where('purpose', '=', 'prepared').where('status', '=', 'waiting').execute();
}

/** Ends the open requests for approval of this person. Returns their number. */
export async function deleteSendApprovalsOf(tx: Tx, userId: string, limit: number): Promise<number> {
  const rows = await tx.selectFrom('send_approvals').select('transaction_id').where('requested_by', '=', userId).limit(limit).execute();
  const ids = rows.map((row) => row.transaction_id);
  await releasePreparedBodies(tx, ids);
  await deleteSendApprovals(tx, ids);
  return ids.length;
}

/** Whether a draft that waits for approval contains the file. */
export async function isFileHeld(db: Db | Tx, fileId: string): Promise<boolean> {
  const row = await db.selectFrom('transaction_files')
    .innerJoin('send_approvals', 'send_approvals.transaction_id', 'transaction_files.transaction_id')
    .innerJoin('transactions', 'transactions.id', 'transaction_files.transaction_id')
    .select('transaction_files.file_id')
    .where('transaction_files.file_id', '=', fileId).where('send_approvals.status', '=', 'waiting').where('transactions.deleted_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

export interface WaitingPlace {
  at: Date;
  id: string;
}

/** What waits in the organization, oldest first; without what this person has asked for or owns. */
export async function listWaiting(db: Db | Tx, orgId: string, notOf: string, after: WaitingPlace | null, limit: number): Promise<WaitingPlace[]> {
  const { rows } = await sql<WaitingPlace>`
    select a.transaction_id as id, a.requested_at as at from send_approvals a join transactions t on t.id = a.transaction_id
    where a.org_id = ${orgId} and a.status = 'waiting' and a.requested_by <> ${notOf} and t.owner_id <> ${notOf} and t.deleted_at is null
      and (a.requested_at, a.transaction_id) > (${after?.at ?? new Date(0)}, ${after?.id ?? ''})
    order by a.requested_at, a.transaction_id limit ${limit}`.execute(db);
  return rows;
}

/** A member as the rules of approval see them. */
export interface SendApprovalPerson extends NamedPerson {
  phone: string | null;
  locale: string | null;
  org_id: string;
  org_name: string;
  settings: unknown;
  is_administrator: boolean;
  in_team: boolean;
}

/**
 * The active members of organizations that demand approval, each with its organization's settings: administrators and those who were
 * chosen to approve. Nobody of an organization that demands none, so that sending and listing cost it nothing.
 */
export async function findSendApprovalPeople(db: Db | Tx, orgIds: readonly string[]): Promise<SendApprovalPerson[]> {
  const { rows } = await sql<SendApprovalPerson>`
    select u.id, u.email, u.phone, u.locale, u.first_name, u.last_name, o.id as org_id, o.name as org_name, o.send_approval as settings,
      (m.role = 'admin' or o.owner_id = u.id) as is_administrator,
      exists (select 1 from team_members p where p.team_id = o.send_approval->>'teamId' and p.user_id = u.id and p.org_id = o.id) as in_team
    from organizations o join members m on m.org_id = o.id and m.status = 'active' join users u on u.id = m.user_id
    where o.id = ${anyOf(orgIds)} and o.deleted_at is null and coalesce(o.send_approval->>'required', 'off') <> 'off'
      and (m.role = 'admin' or o.owner_id = u.id or jsonb_exists(o.send_approval->'memberIds', u.id)
        or exists (select 1 from team_members p where p.team_id = o.send_approval->>'teamId' and p.user_id = u.id and p.org_id = o.id))
    order by o.id, m.created_at, u.id`.execute(db);
  return rows;
}
