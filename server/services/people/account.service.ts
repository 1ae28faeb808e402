/** Deletes an account and everything that belongs to it. */
import { sql } from 'kysely';
import type { Db, Tx } from '#server/platform/database/database.ts';
import { sendMail } from '#server/outbox/send-mail.ts';
import { AppError } from '#server/platform/app-error.ts';
import { personCounters } from '#server/adapters/limits/person-counters.ts';
import { endSessions } from '#server/identity/sessions.ts';
import { findMembers, findOrganizationsOf, lockOrganization } from '#server/repositories/organizations.repository.ts';
import type { User } from '#server/repositories/users.repository.ts';
import type { AdministrativeLog } from '#server/services/audit/administrative-log.ts';
import type { Caller } from '#server/services/caller.ts';
import { deleteForOwner, leaveWithoutAccount } from '#server/services/transactions/deletion.ts';
import type { NotifyConfig } from '#server/services/transactions/transaction-notifications.ts';
import { dissolve, endBilling, expel } from '#server/services/organizations/organizations.service.ts';
import { queueRemoval } from '#server/services/storage/remove-bodies.ts';
import { lockTransactionForJob } from '#server/services/transactions/transaction-state.ts';

export type AccountService = ReturnType<typeof createAccountService>;

export function createAccountService({ db, config, administrativeLog }: { db: Db; config: NotifyConfig; administrativeLog: AdministrativeLog }) {
  async function remove(caller: Caller, actor = caller.userId): Promise<void> {
    await db.transaction().execute(async (tx) => {
      const user = await tx.selectFrom('users').selectAll().where('id', '=', caller.userId).forUpdate().executeTakeFirst();
      if (!user) throw new AppError('invalid_token');
      await endBilling(tx, user.id);
      await leaveOrganizations(tx, user.id);
      await leaveWithoutAccount(tx, user, await endTransactions(tx, config, caller));
      await deleteShares(tx, user.id);
      await deleteTraces(tx, user);
      const bodies = await bodiesOf(tx, user.id);
      await queueRemoval(tx, bodies);
      await endSessions(tx, user.id);
      for (const address of [user.email, user.phone]) if (address !== null) await tx.deleteFrom('one_time_codes').where('email', '=', address).execute();
      // `ON DELETE CASCADE` removes the user's other rows.
      await tx.deleteFrom('users').where('id', '=', user.id).execute();
      if (user.email !== null && user.email_verified) {
        await sendMail(tx, { template: 'account_deleted', to: { email: user.email }, locale: user.locale, locales: config.locales, data: { account: user.email } });
      }
      await administrativeLog.record(tx, { act: 'account_deleted', actor, subject: user.id });
    });
  }

  return { remove };
}

/** Throws `resource_in_use` with the organizations that the user owns and that still have other active members. */
async function leaveOrganizations(tx: Tx, userId: string): Promise<void> {
  const organizations = await findOrganizationsOf(tx, userId);
  const members = await findMembers(tx, organizations.map(({ id }) => id));
  const inUse = organizations.filter(({ id, owner_id: ownerId }) =>
    ownerId === userId && members.some((each) => each.org_id === id && each.user_id !== userId && each.status === 'active'));
  if (inUse.length > 0) throw new AppError('resource_in_use', { organizations: inUse.map(({ id, name }) => ({ id, name })) });
  for (const { id } of organizations) {
    const row = await lockOrganization(tx, id);
    if (!row) continue;
    if (row.owner_id === userId) await dissolve(tx, row);
    else await expel(tx, row, userId);
  }
  await tx.deleteFrom('subscriptions').where('holder_id', 'in', tx.selectFrom('organizations').select('id').where('owner_id', '=', userId)).execute();
  await tx.deleteFrom('organizations').where('owner_id', '=', userId).execute();
}

/**
 * Deletes the user's transactions and notifies the recipients that were asked. Returns the ids of those that other parties signed
 * and keep.
 */
async function endTransactions(tx: Tx, config: NotifyConfig, caller: Caller): Promise<string[]> {
  const rows = await tx.selectFrom('transactions').select('id').where('owner_id', '=', caller.userId).where('deleted_at', 'is', null).execute();
  const kept: string[] = [];
  for (const { id } of rows) {
    const state = await lockTransactionForJob(tx, id);
    if (!state) continue;
    // Its owner deleted it earlier and the parties kept it.
    if (state.row.owner_left_at !== null || (await deleteForOwner(tx, config, caller, state))) kept.push(id);
  }
  return kept;
}

async function deleteShares(tx: Tx, userId: string): Promise<void> {
  for (const table of ['files', 'transactions', 'templates']) {
    await sql`update ${sql.table(table)} set shared_with = array_remove(shared_with, ${userId}) where shared_with @> array[${userId}]::text[]`.execute(tx);
  }
}

/**
 * Removes traces that no foreign key covers: insights of deleted resources, rate counters, and the name and addresses in feedback
 * and outboxes.
 */
async function deleteTraces(tx: Tx, user: User): Promise<void> {
  for (const table of ['files', 'transactions', 'templates']) {
    await sql`delete from insights where resource_id in (select id from ${sql.table(table)} where owner_id = ${user.id})`.execute(tx);
  }
  await tx.deleteFrom('rate_counters').where('key', 'in', personCounters(user.id)).execute();
  await tx.updateTable('feedback').set({ name: null, email: null }).where('user_id', '=', user.id).execute();
  const addresses = [user.email, user.phone, user.pending_email].filter((each) => each !== null);
  if (addresses.length === 0) return;
  // Queued messages stay: they may concern other people's transactions.
  for (const outbox of ['mails', 'text_messages'] as const) await tx.deleteFrom(outbox).where('recipient', 'in', addresses).where('status', '<>', 'queued').execute();
}

/**
 * Returns the bodies to delete. Copies of a file share one body; a body that another user's file, pending bulk or logo refers to
 * stays.
 */
async function bodiesOf(tx: Tx, userId: string): Promise<string[]> {
  const { rows } = await sql<{ ref: string }>`
    select ref from (
      select v.body_ref as ref from file_versions v join files f on f.id = v.file_id where f.owner_id = ${userId}
      union select body_ref from uploads where owner_id = ${userId} and purpose in ('media', 'media_update', 'avatar', 'file', 'prepared', 'file_update', 'identity')
    ) theirs
    where not exists (select 1 from file_versions v join files f on f.id = v.file_id where v.body_ref = ref and f.owner_id <> ${userId} and v.removed_at is null)
      and not exists (select 1 from bulks where blueprint -> 'files' @> jsonb_build_array(jsonb_build_object('bodyRef', ref)) and owner_id <> ${userId} and job_status = 'pending')
      and not exists (select 1 from organizations where logo = ref and owner_id <> ${userId})`.execute(tx);
  return rows.map((row) => row.ref);
}
