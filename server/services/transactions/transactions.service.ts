import type { InputOf, OutputOf } from '#contract/calls/calls.ts';
import { sameContact } from '#contract/entities/common.ts';
import { wholeList } from '#contract/entities/list-query.ts';
import { isRunning, type Transaction, type TransactionCreate, type TransactionUpdate } from '#contract/entities/transaction.ts';
import { counts } from '#contract/limits.ts';
import { transactionActorsOf } from '#contract/permissions/transaction.permissions.ts';
import type { Database, Tx } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/app-error.ts';
import type { Config } from '#server/platform/config.ts';
import { newId } from '#server/platform/id.ts';
import { lockCreation } from '#server/repositories/lock.ts';
import { insertDismissal, updateRecipient } from '#server/repositories/people.repository.ts';
import {
  findTransactionRow, findTransactionRows, updateTransaction,
} from '#server/repositories/transactions.repository.ts';
import { listTransactions } from '#server/repositories/transactions-list.repository.ts';
import { spaceOf, viewerOf, type Caller } from '#server/services/caller.ts';
import { deleteForOwner } from './deletion.ts';
import { quotaSpaceOf, type Entitlements } from '#server/services/billing/entitlements.ts';
import { listInsights, recordInsight } from '#server/services/audit/insights.service.ts';
import { nextRecipient } from './recipient-invitations.ts';
import { publishTransactionEvent, type NotifyConfig } from './transaction-notifications.ts';
import { assertMayCreate } from '#server/services/organizations/organization-access.ts';
import type { SharingService } from '#server/services/sharing/sharing.service.ts';
import { assertFewEnough, writeParts, writeTransaction } from './transaction-parts.ts';
import { changedOptions, completeStates, featuredOf, isOver, ownsOrAdministers, loadTransaction, lockTransaction, lockTransactionForJob, spaceOfState, toTransaction, viewOf, type TransactionState } from './transaction-state.ts';

export type TransactionsService = ReturnType<typeof createTransactionsService>;

interface TransactionsDependencies extends Pick<Database, 'db' | 'reads'> {
  config: NotifyConfig & Pick<Config, 'limits'>;
  sharing: SharingService;
  entitlements: Entitlements;
}

export function createTransactionsService({ db, reads, config, sharing, entitlements }: TransactionsDependencies) {
  async function create(caller: Caller, input: TransactionCreate): Promise<Transaction> {
    assertMayCreate(caller, 'createTransactions');
    assertFewEnough(input.fileIds, config.limits);
    const id = input.id ?? newId();
    await db.transaction().execute(async (tx) => {
      await lockCreation(tx, id);
      const known = await findTransactionRow(tx, id);
      // A retried create, whose first response was lost.
      if (known?.owner_id === caller.userId) return;
      const space = quotaSpaceOf(caller);
      await entitlements.assertLeft(tx, space, 'transactions');
      const settled = { ...input, options: await entitlements.optionsFor(tx, space, input.options) };
      await writeTransaction(tx, caller, id, settled, { held_features: await entitlements.heldOf(tx, space, settled) });
    });
    return get(caller, id);
  }

  async function get(caller: Caller, id: string): Promise<Transaction> {
    const state = await loadTransaction(db, id, caller, 'read');
    if (!opensNow(state, caller)) return toTransaction(state);
    await db.transaction().execute((tx) => markOpened(tx, caller, id));
    return toTransaction(await loadTransaction(db, id, caller, 'read'));
  }

  async function list(caller: Caller, { exclusiveFrom: after, bulkId, filter, search, sort, order }: InputOf<'transactions.list'>['query'] & object): Promise<OutputOf<'transactions.list'>> {
    const { ids, counters } = await listTransactions(reads, viewerOf(caller), spaceOf(caller), {
      after, bulkId: bulkId ?? null,
      query: { filter: filter ?? wholeList.filter, search: search ?? wholeList.search, sort: sort ?? wholeList.sort, order: order ?? wholeList.order },
    });
    const page = ids.slice(0, counts.listPage);
    const states = new Map((await completeStates(reads, await findTransactionRows(reads, page))).map((state) => [state.row.id, state]));
    return {
      transactions: page.flatMap((id) => states.get(id) ?? []).map(toTransaction),
      lastKey: ids.length > counts.listPage ? (page.at(-1) ?? null) : null,
      counters,
    };
  }

  async function update(caller: Caller, id: string, input: TransactionUpdate): Promise<Transaction> {
    assertFewEnough(input.fileIds, config.limits);
    await db.transaction().execute(async (tx) => {
      const state = await lockTransaction(tx, id, caller, 'update');
      if (input.version !== undefined && input.version !== state.row.version) throw new AppError('conflict');
      if (state.row.status === 'created') await entitlements.assertLeft(tx, spaceOfState(state), 'transactions');
      const options = input.options && changedOptions(state.row.options, input.options);
      await writeParts(tx, caller, id, input, state);
      await updateTransaction(tx, id, {
        status: 'draft',
        ...(input.name !== undefined && { name: input.name }),
        ...(input.message && { message: JSON.stringify(input.message) }),
        ...(options && { options: JSON.stringify(options) }),
        held_features: await entitlements.heldOf(tx, spaceOfState(state), featuredOf(state, { ...input, options }), state.row.held_features),
        ...(input.expiresAt !== undefined && { expires_at: input.expiresAt === null ? null : new Date(input.expiresAt) }),
      });
      await recordInsight(tx, caller, {
        resourceId: id, resourceType: 'transaction', action: 'transaction_updated', attributes: { title: input.name ?? state.row.name },
      });
      await publishTransactionEvent(tx, state, caller, 'transaction_updated');
    });
    return get(caller, id);
  }

  /** Deletes the transaction for its owner, and for everybody if nobody else has signed. Others only dismiss it for themselves. */
  async function remove(caller: Caller, id: string): Promise<void> {
    const state = await loadTransaction(db, id, caller, 'read');
    if (await ownsOrAdministers(db, state, caller)) return removeForAll(caller, id);
    if (state.row.shared_with.includes(caller.userId)) await sharing.stopSharing(caller, id, [caller.userId]);
    await db.transaction().execute((tx) => depart(tx, caller, id));
  }

  async function removeForAll(caller: Caller, id: string): Promise<void> {
    await db.transaction().execute(async (tx) => deleteForOwner(tx, config, caller, await lockTransaction(tx, id, caller, 'delete')));
  }

  async function insights(caller: Caller, id: string): Promise<OutputOf<'transactions.insights'>> {
    const state = await loadTransaction(db, id, caller, 'readInsights');
    return { insights: await listInsights(db, id, { userId: caller.userId, everything: await ownsOrAdministers(db, state, caller) }) };
  }

  return { create, get, list, update, remove, insights };
}

/** Whether the active recipient opens the transaction for the first time. */
function opensNow(state: TransactionState, caller: Caller): boolean {
  const next = nextRecipient(state);
  return isRunning(state.row.status) && !isOver(state) && next !== null && next.invited_at !== null && next.viewed_at === null && sameContact(next, viewerOf(caller));
}

async function markOpened(tx: Tx, caller: Caller, id: string): Promise<void> {
  const state = await lockTransaction(tx, id, caller, 'read');
  const next = nextRecipient(state);
  if (!next || !opensNow(state, caller)) return;
  await updateRecipient(tx, next.id, { viewed_at: new Date() });
  Object.assign(state.row, { status: 'opened' });
  await updateTransaction(tx, id, { status: 'opened' });
  await recordInsight(tx, caller, { resourceId: id, resourceType: 'transaction', action: 'transaction_viewed', attributes: { title: state.row.name } });
  await publishTransactionEvent(tx, state, caller, 'transaction_updated');
}

/** Dismisses the transaction for a recipient or copy recipient. Throws `resource_in_use` if it is their turn to sign. */
async function depart(tx: Tx, caller: Caller, id: string): Promise<void> {
  const state = await lockTransactionForJob(tx, id);
  if (!state) throw new AppError('not_found');
  const actors = transactionActorsOf(viewOf(state, caller), viewerOf(caller));
  if (actors.includes('active') && isRunning(state.row.status)) throw new AppError('resource_in_use');
  if (actors.some((actor) => actor === 'active' || actor === 'done' || actor === 'cc')) await insertDismissal(tx, id, caller.userId);
}
