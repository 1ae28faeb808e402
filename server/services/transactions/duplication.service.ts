/** Makes a draft like another transaction: beside it, or in its place. */
import type { CallBody } from '#contract/calls/define.ts';
import type { transactionsCalls } from '#contract/calls/transactions.calls.ts';
import type { Field } from '#contract/entities/field.ts';
import { defaultValueOf } from '#contract/entities/field-rules.ts';
import type { RecipientDraft } from '#contract/entities/recipient.ts';
import { isRunning, type OptionsInput, type Transaction } from '#contract/entities/transaction.ts';
import type { TransactionAction } from '#contract/permissions/transaction.permissions.ts';
import type { DocumentReader } from '#server/adapters/core/document-reader.ts';
import type { Storage } from '#server/adapters/storage/storage.ts';
import type { Config } from '#server/platform/config.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/app-error.ts';
import { newId } from '#server/platform/id.ts';
import { addLabels, findLabelsOf } from '#server/repositories/labels.repository.ts';
import { lockCreation } from '#server/repositories/lock.ts';
import { holderOf } from '#server/repositories/storage-use.repository.ts';
import { findCorrection, findTransactionRow } from '#server/repositories/transactions.repository.ts';
import { recordInsight } from '#server/services/audit/insights.service.ts';
import { quotaSpaceOf, type Entitlements } from '#server/services/billing/entitlements.ts';
import { spaceOf, type Caller } from '#server/services/caller.ts';
import { copyFiles, type FileToCopy } from '#server/services/files/copy-files.ts';
import { originalFiles } from '#server/services/files/original-files.ts';
import { assertMayCreate, organizationOfCall } from '#server/services/organizations/organization-access.ts';
import type { StorageQuota } from '#server/services/storage/storage-quota.ts';
import { ccOf, copyCcEntries } from './carbon-copies.ts';
import { cancelRunning } from './lifecycle.service.ts';
import type { NotifyConfig } from './transaction-notifications.ts';
import { assertFewEnough, writeTransaction, type Origin } from './transaction-parts.ts';
import { draftOf, isOver, loadTransaction, lockTransaction, ownsOrAdministers, showTo, type TransactionState } from './transaction-state.ts';

interface DuplicationDependencies {
  db: Db;
  storage: Storage;
  reader: DocumentReader;
  config: NotifyConfig & Pick<Config, 'limits'>;
  entitlements: Pick<Entitlements, 'assertLeft' | 'grantedFeatures' | 'optionsFor'>;
  quota: Pick<StorageQuota, 'assertWithin'>;
}

/** The transaction and its files as they were read. */
interface Original {
  state: TransactionState;
  files: readonly FileToCopy[];
}

type Wish = CallBody<(typeof transactionsCalls)['transactions.duplicate']>;

export type DuplicationService = ReturnType<typeof createDuplicationService>;

export function createDuplicationService({ db, storage, reader, config, entitlements, quota }: DuplicationDependencies) {
  const shown = async (caller: Caller, id: string): Promise<Transaction> => showTo(db, await loadTransaction(db, id, caller, 'read'), caller);

  async function duplicate(caller: Caller, id: string, wish: Wish): Promise<Transaction> {
    const original = await read(caller, id, 'duplicate');
    const copyId = wish?.id ?? newId();
    await db.transaction().execute(async (tx) => {
      await lockCreation(tx, copyId);
      const known = await findTransactionRow(tx, copyId);
      if (known && (known.owner_id !== caller.userId || known.id === id)) throw new AppError('conflict');
      // A retry whose first response was lost.
      if (known) return;
      assertUnchanged(await lockTransaction(tx, id, caller, 'duplicate'), original);
      await write(tx, caller, copyId, original);
    });
    return shown(caller, copyId);
  }

  async function correct(caller: Caller, id: string): Promise<Transaction> {
    const original = await read(caller, id, 'correct');
    const sender = await inSpaceOf(caller, original.state);
    const copyId = await db.transaction().execute(async (tx) => {
      const state = await lockTransaction(tx, id, caller, 'correct');
      const known = await findCorrection(tx, id, caller.userId);
      if (known) return known;
      assertUnchanged(state, original);
      const made = newId();
      await write(tx, sender, made, original, { corrects_id: id });
      if (isRunning(state.row.status) && !isOver(state)) await cancelRunning(tx, config, caller, state);
      await recordInsight(tx, caller, { resourceId: id, resourceType: 'transaction', action: 'transaction_corrected', attributes: { title: state.row.name, transactionId: made } });
      return made;
    });
    return shown(caller, copyId);
  }

  async function read(caller: Caller, id: string, action: TransactionAction): Promise<Original> {
    const state = await loadTransaction(db, id, caller, action);
    assertFewEnough(state.fileIds, config.limits);
    return { state, files: await originalFiles({ db, storage, reader }, state) };
  }

  /** The caller as a member of the space of the transaction, wherever they opened it from. */
  async function inSpaceOf(caller: Caller, { row: { org_id: orgId } }: TransactionState): Promise<Caller> {
    if (orgId === (caller.organization?.id ?? null)) return caller;
    return { ...caller, organization: orgId === null ? null : await organizationOfCall(db, caller, orgId) };
  }

  /** Writes the draft as a new one: what the plan no longer includes is not held for it. */
  async function write(tx: Tx, caller: Caller, id: string, { state, files }: Original, origin: Origin = {}): Promise<void> {
    assertMayCreate(caller, 'createTransactions');
    assertMayCreate(caller, 'createFiles');
    const space = quotaSpaceOf(caller);
    await entitlements.assertLeft(tx, space, 'transactions');
    const isOwn = await ownsOrAdministers(tx, state, caller);
    const recipients = state.recipients.map((each) => draftFor(draftOf(each), isOwn));
    const options = await entitlements.optionsFor(tx, space, optionsOf(state));
    const fileIds = await copyFiles(tx, caller, await Promise.all(files.map((each) => asNew(tx, caller, each, state.row.owner_id === caller.userId))));
    await writeTransaction(tx, caller, id, {
      name: state.row.name, fileIds, recipients, cc: copyCcEntries(state.carbonCopies.map(ccOf)), message: state.message, options, expiresAt: deadlineOf(state),
    }, { status: 'draft', granted_features: await entitlements.grantedFeatures(tx, space, { options, recipients, reminds: state.message.reminders !== null }), ...origin });
    await copyLabels(tx, caller, state.row.id, id);
    await quota.assertWithin(tx, holderOf(space));
  }

  async function asNew(tx: Tx, caller: Caller, { file, body, fields }: FileToCopy, isOwner: boolean): Promise<FileToCopy> {
    const own = isOwner ? fields : fields.map(withoutPicture);
    return { file: { ...file, granted_features: await entitlements.grantedFeatures(tx, quotaSpaceOf(caller), { fields: own }) }, body, fields: own };
  }

  return { duplicate, correct };
}

/** Recipients and fields were read together; somebody may have signed or been replaced since. */
function assertUnchanged({ row }: TransactionState, { state }: Original): void {
  if (row.version !== state.row.version) throw new AppError('conflict');
}

/** Of what is between the sender and one recipient, nobody else gets a copy. */
const draftFor = (recipient: RecipientDraft, isOwn: boolean): RecipientDraft => (isOwn ? recipient : { ...recipient, privateMessage: '', requireAccessCode: false });

/** A chosen picture belongs to whoever chose it. */
const withoutPicture = (field: Field): Field => (typeof field.value === 'object' ? { ...field, value: defaultValueOf(field.type) } : field);

/** An audit is left undefined, so that the plan decides. */
const optionsOf = ({ options: { includeFileAudit, ...others } }: TransactionState): OptionsInput => ({ ...others, includeFileAudit: includeFileAudit ? undefined : false });

const deadlineOf = ({ row: { expires_at: at } }: TransactionState): string | null => (at !== null && at > new Date() ? at.toISOString() : null);

async function copyLabels(tx: Tx, caller: Caller, from: string, to: string): Promise<void> {
  const labels = await findLabelsOf(tx, spaceOf(caller), 'transaction', [from]);
  if (labels.length > 0) await addLabels(tx, 'transaction', [to], labels.map((each) => each.label_id));
}
