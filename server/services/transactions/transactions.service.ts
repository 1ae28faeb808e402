import type { InputOf, OutputOf } from '#contract/calls/calls.ts';
import { sameContact } from '#contract/entities/common.ts';
import { completeQuery } from '#contract/entities/list-query.ts';
import { isRunning, type Transaction, type TransactionCreate, type TransactionUpdate } from '#contract/entities/transaction.ts';
import { isActive, transactionActorsOf } from '#contract/permissions/transaction.permissions.ts';
import type { Database, Tx } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/app-error.ts';
import type { Config } from '#server/platform/config.ts';
import { newId } from '#server/platform/id.ts';
import { pageOfRows, readCursor } from '#server/http/list-cursors.ts';
import { lockCreation } from '#server/repositories/lock.ts';
import type { RecipientRow } from '#server/repositories/people.repository.ts';
import { findTransactionRow } from '#server/repositories/transactions.repository.ts';
import { listTransactions } from '#server/repositories/transactions-list.repository.ts';
import { spaceOf, viewerOf, type Caller } from '#server/services/caller.ts';
import { deleteForOwner } from './deletion.ts';
import { asEncrypted, nameOfEncrypted } from './encrypted-transaction.ts';
import { assertFieldsStay, assertUnlocked } from './draft-locks.ts';
import { quotaSpaceOf, type Entitlements } from '#server/services/billing/entitlements.ts';
import { marksOf } from '#server/services/lists/labeling.service.ts';
import { accessChange, listInsights, recordInsight } from '#server/services/audit/insights.service.ts';
import { recipientsInTurn } from './recipient-invitations.ts';
import { assertNeedsNoApproval } from './send-approval-state.ts';
import { publishTransactionEvent, type NotifyConfig } from './transaction-notifications.ts';
import { administers, assertMayCreate, refusalIn } from '#server/services/organizations/organization-access.ts';
import type { SharingService } from '#server/services/sharing/sharing.service.ts';
import { assertFewEnough, updateParts, writeTransaction } from './transaction-parts.ts';
import { changeRecipient, changeTransaction, dismiss } from './transaction-changes.ts';
import { changedOptions, featuredOf, findStates, isOver, listTo, ownsOrAdministers, loadTransaction, lockTransaction, lockTransactionForJob, readsAsPublic, showTo, spaceOfState, toPublicTransaction, viewOf, type TransactionState } from './transaction-state.ts';

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
      // Before anything is prepared for it: it can't wait for approval later.
      if (input.endToEndEncrypted) await assertNeedsNoApproval(tx, space.orgId, caller.userId);
      const wanted = input.endToEndEncrypted ? asEncrypted(input) : input;
      const settled = { ...wanted, options: await entitlements.optionsFor(tx, space, wanted.options) };
      await writeTransaction(tx, caller, id, input.endToEndEncrypted ? { ...settled, name: nameOfEncrypted(caller.locale, config) } : settled, {
        end_to_end_encrypted: input.endToEndEncrypted, granted_features: await entitlements.grantedFeatures(tx, space, { ...settled, reminds: settled.message.reminders !== null }) });
    });
    return get(caller, id);
  }

  async function get(caller: Caller, id: string, { inBackground = false } = {}): Promise<Transaction> {
    const state = await loadTransaction(db, id, caller, 'read');
    if (state.row.public && readsAsPublic(state, caller, await administers(db, state.row.org_id, caller))) return toPublicTransaction(state);
    if (inBackground || !opensNow(state, caller)) return showTo(db, state, caller);
    await db.transaction().execute((tx) => markOpened(tx, caller, id));
    return showTo(db, await loadTransaction(db, id, caller, 'read'), caller);
  }

  async function list(caller: Caller, { exclusiveFrom, bulkId, ...given }: InputOf<'transactions.list'>['query'] & object): Promise<OutputOf<'transactions.list'>> {
    const query = completeQuery(given);
    const place = { after: readCursor(exclusiveFrom, query.sort), bulkId: bulkId ?? null, query };
    const { rows, counters } = await listTransactions(reads, viewerOf(caller), spaceOf(caller), place);
    const { ids, lastKey } = pageOfRows(rows);
    const states = new Map((await findStates(reads, ids)).map((state) => [state.row.id, state]));
    const marks = await marksOf(reads, caller, 'transaction', ids);
    const shown = await listTo(reads, ids.flatMap((id) => states.get(id) ?? []), caller);
    const isArchived = (id: string): boolean => (bulkId ? (states.get(id)?.row.archived ?? false) : query.filter === 'archived');
    return { transactions: shown.map((each) => ({ ...each, ...marks(each.id), archived: isArchived(each.id) })), lastKey, counters };
  }

  /** Public access is not part of what is sent: the owner changes it at any time. */
  async function publish(caller: Caller, id: string, isPublic: boolean, version: number | undefined): Promise<Transaction> {
    await db.transaction().execute(async (tx) => {
      const state = await lockTransaction(tx, id, caller, 'share');
      if (version !== undefined && version !== state.row.version) throw new AppError('conflict');
      if (state.row.public === isPublic) return;
      await changeTransaction(tx, state, { public: isPublic });
      await recordInsight(tx, caller, { resourceId: id, resourceType: 'transaction', action: accessChange(isPublic), attributes: { title: state.row.name } });
      await publishTransactionEvent(tx, state, caller, 'transaction_updated');
    });
    return get(caller, id);
  }

  async function update(caller: Caller, id: string, { public: isPublic, ...input }: TransactionUpdate): Promise<Transaction> {
    const { version, ...others } = input;
    if (isPublic !== undefined && Object.keys(others).length === 0) return publish(caller, id, isPublic, version);
    assertFewEnough(input.fileIds, config.limits);
    await db.transaction().execute(async (tx) => {
      const state = await lockTransaction(tx, id, caller, 'update');
      if (input.version !== undefined && input.version !== state.row.version) throw new AppError('conflict');
      if (state.row.status === 'created') await entitlements.assertLeft(tx, spaceOfState(state), 'transactions');
      const options = input.options && changedOptions(state.options, input.options);
      assertUnlocked(state, { ...input, options });
      await assertFieldsStay(tx, state, input.fileIds ? state.fileIds.filter((each) => !input.fileIds?.includes(each)) : []);
      await updateParts(tx, caller, state, input);
      await changeTransaction(tx, state, {
        status: 'draft',
        ...(isPublic !== undefined && { public: isPublic }),
        ...(input.name !== undefined && { name: input.name }),
        message: input.message,
        options,
        granted_features: await entitlements.grantedFeatures(tx, spaceOfState(state), featuredOf(state, { ...input, options }), state.row.granted_features),
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
    // Whoever only reads it because it is public has no list to remove it from.
    if (readsAsPublic(state, caller, false)) throw refusalIn(caller, state.row.org_id);
    if (state.row.shared_with.includes(caller.userId)) await sharing.stopSharing(caller, id, [caller.userId]);
    await db.transaction().execute((tx) => depart(tx, caller, id));
  }

  async function removeForAll(caller: Caller, id: string): Promise<void> {
    await db.transaction().execute(async (tx) => deleteForOwner(tx, config, caller, [await lockTransaction(tx, id, caller, 'delete')]));
  }

  async function insights(caller: Caller, id: string): Promise<OutputOf<'transactions.insights'>> {
    const state = await loadTransaction(db, id, caller, 'readInsights');
    return { insights: await listInsights(db, id, { userId: caller.userId, everything: await ownsOrAdministers(db, state, caller) }) };
  }

  return { create, get, list, update, remove, insights };
}

/** The recipient, if the caller is one whose turn it is and who opens the transaction for the first time. */
function opensNow(state: TransactionState, caller: Caller): RecipientRow | undefined {
  if (!isRunning(state.row.status) || isOver(state)) return undefined;
  return recipientsInTurn(state).find((each) => each.invited_at !== null && each.viewed_at === null && sameContact(each, viewerOf(caller)));
}

async function markOpened(tx: Tx, caller: Caller, id: string): Promise<void> {
  const state = await lockTransaction(tx, id, caller, 'read');
  const next = opensNow(state, caller);
  if (!next) return;
  await changeRecipient(tx, next, { viewed_at: new Date() });
  await changeTransaction(tx, state, { status: 'opened' });
  await recordInsight(tx, caller, { resourceId: id, resourceType: 'transaction', action: 'transaction_viewed', attributes: { title: state.row.name } });
  await publishTransactionEvent(tx, state, caller, 'transaction_updated');
}

/** Dismisses the transaction for a recipient or copy recipient. Throws `resource_in_use` if it is their turn. */
async function depart(tx: Tx, caller: Caller, id: string): Promise<void> {
  const state = await lockTransactionForJob(tx, id);
  if (!state) throw new AppError('not_found');
  const actors = transactionActorsOf(viewOf(state, caller), viewerOf(caller));
  if (actors.some(isActive) && isRunning(state.row.status)) throw new AppError('resource_in_use');
  if (actors.some((actor) => isActive(actor) || actor === 'done' || actor === 'cc')) await dismiss(tx, [{ state, userId: caller.userId }]);
}
