/** Deletes an account: the call ends it, and a job removes what it owns (`account-deletion.ts`). */
import type { Db, Tx } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/app-error.ts';
import { endSessions } from '#server/identity/sessions.ts';
import { beginDeletion, lockAccount } from '#server/repositories/account-deletions.repository.ts';
import { insertActivity } from '#server/repositories/activity.repository.ts';
import { findMembers, findOrganizationsOf, lockOrganization, type OrganizationRow } from '#server/repositories/organizations.repository.ts';
import type { AdministrativeLog } from '#server/services/audit/administrative-log.ts';
import type { Caller } from '#server/services/caller.ts';
import type { NotifyConfig } from '#server/services/transactions/transaction-notifications.ts';
import { closeOrganization, endBilling, endMembership } from '#server/services/organizations/organizations.service.ts';
import { continueDeletion, finishDeletion, provenAddresses, queueDeletion, restartDeletions } from './account-deletion.ts';

export type AccountService = ReturnType<typeof createAccountService>;

export function createAccountService({ db, config, administrativeLog }: { db: Db; config: NotifyConfig; administrativeLog: AdministrativeLog }) {
  /** Throws `resource_in_use` while the person owns an organization that still has other active members. */
  async function remove(caller: Caller, actor = caller.userId): Promise<void> {
    await db.transaction().execute(async (tx) => {
      const user = await lockAccount(tx, caller.userId);
      if (!user) throw new AppError('invalid_token');
      await endBilling(tx, user.id);
      await leaveOrganizations(tx, user.id);
      await endSessions(tx, user.id);
      for (const address of provenAddresses(user)) await tx.deleteFrom('one_time_codes').where('email', '=', address).execute();
      await beginDeletion(tx, user, caller);
      await queueDeletion(tx, user.id);
      await administrativeLog.record(tx, { action: 'account_deleted', actor, subject: user.id });
    });
  }

  return {
    remove,
    /** The job. */
    continueDeletion: (userId: string) => continueDeletion({ db, config }, userId),
    /** Removes everything at once, for the command line. */
    finishDeletion: (userId: string) => finishDeletion({ db, config }, userId),
    restartDeletions: () => restartDeletions(db),
  };
}

/** Their resources are transferred by the job, before it removes those of the account. */
async function leaveOrganizations(tx: Tx, userId: string): Promise<void> {
  const organizations = await findOrganizationsOf(tx, userId);
  const members = await findMembers(tx, organizations.map(({ id }) => id));
  const inUse = organizations.filter(({ id, owner_id: ownerId }) =>
    ownerId === userId && members.some((each) => each.org_id === id && each.user_id !== userId && each.status === 'active'));
  if (inUse.length > 0) throw new AppError('resource_in_use', { organizations: inUse.map(({ id, name }) => ({ id, name })) });
  for (const { id } of organizations) {
    const row = await lockOrganization(tx, id);
    if (!row) continue;
    if (row.owner_id === userId) await closeOrganization(tx, row);
    else await leaveOne(tx, row, userId, members.some((each) => each.org_id === id && each.user_id === userId && each.status === 'active'));
  }
}

/** Only active members are recorded as having left, not people with an open invitation. */
async function leaveOne(tx: Tx, row: OrganizationRow, userId: string, wasActive: boolean): Promise<void> {
  if (wasActive) await insertActivity(tx, [{ org_id: row.id, kind: 'left', actor_id: userId, member_id: userId }]);
  await endMembership(tx, row, userId);
}
