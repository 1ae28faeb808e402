/**
 * Removes what a deleted account owns, in portions of one database transaction each. Every portion finds out anew what is left, so
 * the job can be killed at any point and goes on from there.
 */
import { anyOf } from '#server/platform/database/any-of.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import { personCounters } from '#server/adapters/limits/person-counters.ts';
import { newId } from '#server/platform/id.ts';
import { addJob, removeJob } from '#server/jobs/add-job.ts';
import { sendMail } from '#server/outbox/send-mail.ts';
import {
  addToRemovedCount, deleteAccount, deleteMessagesOf, deleteOrganizationsOf, deleteReferences, deleteResources, deleteSharesWith, deleteUploadsOf, findBodiesOf, findDeletionsBefore,
  findReferences, lockDeletionOf, nextFilesOf, nextTemplatesOf, nextTransactionsOf, setSuccessor, tryLockDeletionOf, type AccountDeletion,
} from '#server/repositories/account-deletions.repository.ts';
import { findOrphanedBodies } from '#server/repositories/bodies.repository.ts';
import { deleteSendApprovalsOf } from '#server/repositories/send-approvals.repository.ts';
import { findTransfersOf } from '#server/repositories/resource-transfers.repository.ts';
import { transferTransactions } from '#server/repositories/transactions.repository.ts';
import type { User } from '#server/repositories/users.repository.ts';
import type { Caller } from '#server/services/caller.ts';
import { unrestricted } from '#server/services/organizations/organization-access.ts';
import { transferLocked } from '#server/services/organizations/resource-transfers.ts';
import { queueRemoval, removePictures } from '#server/services/storage/remove-bodies.ts';
import { verificationKey } from './verification-key.ts';
import { deleteForOwner } from '#server/services/transactions/deletion.ts';
import type { NotifyConfig } from '#server/services/transactions/transaction-notifications.ts';
import { lockTransactionsForJob, type TransactionState } from '#server/services/transactions/transaction-state.ts';

export const deleteAccountTask = 'delete_account';

/** How many of a kind one database transaction removes: transactions notify people, other rows only go. */
const portions = { transactions: 20, resources: 50, bulks: 10, rows: 500 } as const;
/** Portions of one job; the next one goes on, so that other jobs run in between. */
const portionsOfJob = 50;
/** Milliseconds after which a deletion is started again that no job seems to work at. */
const staleAfterMs = 60 * 60 * 1000;
const restartedAtOnce = 100;

interface Dependencies {
  db: Db;
  config: NotifyConfig;
}

/** An account that is being deleted. The person has the addresses that the account had, so that they are recognized. */
interface Deletion {
  tx: Tx;
  config: NotifyConfig;
  row: AccountDeletion;
  person: User;
}

const jobKeyOf = (userId: string): string => `${deleteAccountTask}:${userId}`;

export const queueDeletion = (tx: Tx, userId: string): Promise<void> => addJob(tx, deleteAccountTask, { userId }, { jobKey: jobKeyOf(userId) });

/** The job. Ends at once if another one works at the deletion, so that of two that were queued one goes on. */
export async function continueDeletion(dependencies: Dependencies, userId: string): Promise<void> {
  const progress: Progress = { lock: tryLockDeletionOf, step: 0 };
  for (let done = 0; done < portionsOfJob; done += 1) if (await removePortion(dependencies, userId, progress)) return;
  await dependencies.db.transaction().execute((tx) => queueDeletion(tx, userId));
}

/** Removes everything now, whether or not a server runs that would. */
export async function finishDeletion(dependencies: Dependencies, userId: string): Promise<void> {
  const progress: Progress = { lock: lockDeletionOf, step: 0 };
  while (!(await removePortion(dependencies, userId, progress)));
  await removeJob(dependencies.db, jobKeyOf(userId));
}

/** Starts deletions again whose job failed for good. */
export async function restartDeletions(db: Db, now = Date.now()): Promise<void> {
  const stale = await findDeletionsBefore(db, new Date(now - staleAfterMs), restartedAtOnce);
  await db.transaction().execute(async (tx) => {
    for (const { user_id: userId } of stale) await queueDeletion(tx, userId);
  });
}

interface Progress {
  lock: typeof lockDeletionOf;
  /** What comes before this step was done when it was last looked at. */
  step: number;
}

/** Returns true when nothing is left to do here: the account itself is gone, or `lock` has found that somebody else removes it. */
function removePortion({ db, config }: Dependencies, userId: string, progress: Progress): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const row = await progress.lock(tx, userId);
    if (!row) return true;
    const user = await tx.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow();
    const deletion = { tx, config, row, person: { ...user, email: row.email, phone: row.phone } };
    const removed = await firstOf(steps.slice(progress.step), deletion);
    if (removed) {
      await addToRemovedCount(tx, userId, removed.rows);
      progress.step += removed.step;
      return false;
    }
    // Others may have added something meanwhile, such as a request that they shared.
    const isComplete = progress.step === 0;
    if (isComplete) await endAccount(deletion);
    progress.step = 0;
    return isComplete;
  });
}

/** The first step that finds something to remove, and how many rows it removed. */
async function firstOf(remaining: typeof steps, deletion: Deletion): Promise<{ step: number; rows: number } | null> {
  for (const [step, run] of remaining.entries()) {
    const rows = await run(deletion);
    if (rows > 0) return { step, rows };
  }
  return null;
}

/** In this order: what refers to something goes before it. Each returns how many rows it removed or transferred. */
const steps: readonly ((deletion: Deletion) => Promise<number>)[] = [
  transferFromOrganizations,
  removeOrganizations,
  endTransactions,
  removeBulks,
  removeTemplates,
  removeFiles,
  ({ tx, row }) => deleteSharesWith(tx, row.user_id, portions.rows),
  // Drafts of others that this person asked to be approved.
  ({ tx, row }) => deleteSendApprovalsOf(tx, row.user_id, portions.rows),
  removeReferences,
  removeUploads,
  removeMessages,
];

/** Returns 1 while resources wait for their new owner. */
async function transferFromOrganizations({ tx, row }: Deletion): Promise<number> {
  const [next] = await findTransfersOf(tx, row.user_id);
  if (next === undefined) return 0;
  await transferLocked(tx, next);
  return 1;
}

async function removeOrganizations({ tx, row }: Deletion): Promise<number> {
  const removed = await deleteOrganizationsOf(tx, row.user_id, portions.resources);
  await removePictures(tx, removed.map(({ logo }) => logo));
  return removed.length;
}

/** Notifies the recipients that were asked. What other parties signed stays with them. */
async function endTransactions(deletion: Deletion): Promise<number> {
  const { tx, row } = deletion;
  const ids = await nextTransactionsOf(tx, row.user_id, portions.transactions);
  const staying = await leftToParties(deletion, await lockTransactionsForJob(tx, ids));
  if (staying.length > 0) await transferTransactions(tx, row.user_id, await successorOf(deletion), staying);
  await deleteResources(tx, 'transactions', ids.filter((id) => !staying.includes(id)));
  return ids.length;
}

/** Returns the transactions that the parties keep. */
async function leftToParties({ tx, config, row, person }: Deletion, states: readonly TransactionState[]): Promise<string[]> {
  const leftEarlier = states.filter((state) => state.row.owner_left_at !== null);
  const others = states.filter((state) => !leftEarlier.includes(state)).map((state) => ({ ...state, owner: person }));
  const retained = await deleteForOwner(tx, config, callerFor(person, row), others);
  return [...leftEarlier, ...retained].map((state) => state.row.id);
}

const callerFor = (person: User, { ip, user_agent: userAgent }: AccountDeletion): Caller => ({
  userId: person.id, profileType: person.type, email: person.email, emailVerified: person.email_verified, phone: person.phone, phoneVerified: person.phone_verified,
  firstName: person.first_name, lastName: person.last_name, locale: person.locale ?? 'en', ip, userAgent, organization: null, ...unrestricted,
});

/** Returns the guest that gets what others have signed: it has the person's name, but no address and no way to sign in. */
async function successorOf({ tx, row, person }: Deletion): Promise<string> {
  if (row.successor_id !== null) return row.successor_id;
  const id = newId();
  await tx.insertInto('users').values({ id, type: 'guest', first_name: person.first_name, last_name: person.last_name }).execute();
  await setSuccessor(tx, row.user_id, id);
  return id;
}

function removeBulks({ tx, row }: Deletion): Promise<number> {
  return deleteReferences(tx, { table: 'bulks', column: 'owner_id', stays: false }, row.user_id, portions.bulks);
}

async function removeTemplates({ tx, row }: Deletion): Promise<number> {
  const ids = await nextTemplatesOf(tx, row.user_id, portions.resources);
  await deleteResources(tx, 'templates', ids);
  return ids.length;
}

/** Copies of a file share one body; one that another account's file, pending bulk or logo refers to stays. */
async function removeFiles({ tx, row }: Deletion): Promise<number> {
  const ids = await nextFilesOf(tx, row.user_id, portions.resources);
  if (ids.length === 0) return 0;
  const bodies = await findBodiesOf(tx, ids);
  await deleteResources(tx, 'files', ids);
  await queueRemoval(tx, await findOrphanedBodies(tx, bodies));
  return ids.length;
}

async function removeReferences({ tx, row }: Deletion): Promise<number> {
  for (const reference of await findReferences(tx)) {
    const removed = reference.table === 'uploads' ? 0 : await deleteReferences(tx, reference, row.user_id, portions.rows);
    if (removed > 0) return removed;
  }
  return 0;
}

async function removeUploads({ tx, row }: Deletion): Promise<number> {
  const { count, bodies } = await deleteUploadsOf(tx, row.user_id, portions.rows);
  await queueRemoval(tx, await findOrphanedBodies(tx, bodies));
  return count;
}

function removeMessages({ tx, row, person }: Deletion): Promise<number> {
  return deleteMessagesOf(tx, { recipients: provenAddresses(person), until: row.started_at, about: verificationKey(row.user_id) }, portions.rows);
}

/** The addresses that the person has proven to be theirs; another one may be somebody else's. */
export const provenAddresses = ({ email, email_verified: hasEmail, phone, phone_verified: hasPhone }: Pick<User, 'email' | 'email_verified' | 'phone' | 'phone_verified'>): string[] =>
  [hasEmail ? email : null, hasPhone ? phone : null].filter((each) => each !== null);

async function endAccount({ tx, config, row, person }: Deletion): Promise<void> {
  await tx.deleteFrom('rate_counters').where('key', '=', anyOf(personCounters(row.user_id))).execute();
  await deleteAccount(tx, row.user_id);
  if (row.email === null || !row.email_verified) return;
  await sendMail(tx, { template: 'account_deleted', to: { email: row.email }, locale: person.locale, locales: config.locales, data: { account: row.email } });
}
