/** Makes a draft like another transaction: beside it, or in its place. */
import type { CallBody } from '#contract/calls/define.ts';
import type { transactionsCalls } from '#contract/calls/transactions.calls.ts';
import type { Field } from '#contract/entities/field.ts';
import { defaultValueOf } from '#contract/entities/field-rules.ts';
import { countAgreed, type RecipientDraft } from '#contract/entities/recipient.ts';
import { isEditable, isRunning, type OptionsInput, type Transaction } from '#contract/entities/transaction.ts';
import type { TransactionAction } from '#contract/permissions/transaction.permissions.ts';
import type { DocumentReader } from '#server/adapters/core/document-reader.ts';
import type { Storage } from '#server/adapters/storage/storage.ts';
import type { Config } from '#server/platform/config.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/app-error.ts';
import { newId } from '#server/platform/id.ts';
import { addLabels, findLabelsOf, holdLabels } from '#server/repositories/labels.repository.ts';
import { lockCreation } from '#server/repositories/lock.ts';
import { holderOf } from '#server/repositories/storage-use.repository.ts';
import { findCorrections, findTransactionRow, type Correction } from '#server/repositories/transactions.repository.ts';
import { quotaSpaceOf, type Entitlements } from '#server/services/billing/entitlements.ts';
import { spaceOf, type Caller } from '#server/services/caller.ts';
import { copyFiles, type FileToCopy } from '#server/services/files/copy-files.ts';
import { administers, assertMayCreate, organizationOfCall } from '#server/services/organizations/organization-access.ts';
import type { StorageQuota } from '#server/services/storage/storage-quota.ts';
import { ccOf, copyCcEntries } from './carbon-copies.ts';
import { cancelRunning } from './lifecycle.service.ts';
import { holdOriginal, readOriginal, withOriginal, type Original } from './original.ts';
import type { NotifyConfig } from './transaction-notifications.ts';
import { assertFewEnough, writeTransaction, type Origin } from './transaction-parts.ts';
import { draftOf, isOver, loadTransaction, lockTransaction, ownsOrAdministers, showTo, toRecipient, type TransactionState } from './transaction-state.ts';

interface DuplicationDependencies {
  db: Db;
  storage: Storage;
  reader: DocumentReader;
  config: NotifyConfig & Pick<Config, 'limits'>;
  entitlements: Pick<Entitlements, 'assertLeft' | 'grantedFeatures' | 'optionsFor'>;
  quota: Pick<StorageQuota, 'assertWithin'>;
}

type Wish = CallBody<(typeof transactionsCalls)['transactions.duplicate']>;
type Seen = CallBody<(typeof transactionsCalls)['transactions.correct']>;

export type DuplicationService = ReturnType<typeof createDuplicationService>;

export function createDuplicationService({ db, storage, reader, config, entitlements, quota }: DuplicationDependencies) {
  const shown = async (caller: Caller, id: string): Promise<Transaction> => showTo(db, await loadTransaction(db, id, caller, 'read'), caller);

  async function duplicate(caller: Caller, id: string, wish: Wish): Promise<Transaction> {
    const copyId = wish?.id ?? newId();
    const isDone = await wasDuplicated(db, caller, id, copyId);
    if (!isDone) await withOriginal(() => read(caller, id, 'duplicate'), (original) => db.transaction().execute((tx) => writeDuplicate(tx, caller, copyId, original)));
    return shown(caller, copyId);
  }

  async function writeDuplicate(tx: Tx, caller: Caller, copyId: string, original: Original): Promise<void> {
    const { id } = original.state.row;
    await lockCreation(tx, copyId);
    if (await wasDuplicated(tx, caller, id, copyId)) return;
    await write(tx, caller, copyId, await holdOriginal(tx, await lockTransaction(tx, id, caller, 'duplicate'), original), { duplicate_of: id });
  }

  async function correct(caller: Caller, id: string, seen: Seen): Promise<Transaction> {
    const copyId = await withOriginal(() => read(caller, id, 'correct'), (original) => db.transaction().execute(async (tx) => {
      const state = await lockTransaction(tx, id, caller, 'correct');
      const known = await liveCorrection(tx, caller, id);
      if (known !== null) return known;
      assertSeen(state, seen);
      return writeCorrection(tx, caller, await holdOriginal(tx, state, original));
    }));
    return shown(caller, copyId);
  }

  async function writeCorrection(tx: Tx, caller: Caller, original: Original): Promise<string> {
    const { state } = original;
    const copyId = newId();
    await write(tx, await inSpaceOf(tx, caller, state), copyId, original, { corrects_id: state.row.id });
    if (isRunning(state.row.status) && !isOver(state)) await cancelRunning(tx, config, caller, state, copyId);
    return copyId;
  }

  async function read(caller: Caller, id: string, action: TransactionAction): Promise<Original> {
    const state = await loadTransaction(db, id, caller, action);
    assertFewEnough(state.fileIds, config.limits);
    return readOriginal({ db, storage, reader }, state);
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
    }, { status: 'draft', locks: state.row.locks && JSON.stringify(state.row.locks), granted_features: await entitlements.grantedFeatures(tx, space, { options, recipients, reminds: state.message.reminders !== null }), ...origin });
    await copyLabels(tx, caller, state.row.id, id);
    await quota.assertWithin(tx, holderOf(space));
  }

  async function asNew(tx: Tx, caller: Caller, { file, body, fields }: FileToCopy, isOwner: boolean): Promise<FileToCopy> {
    const own = isOwner ? fields : fields.map(withoutPicture);
    return { file: { ...file, granted_features: await entitlements.grantedFeatures(tx, quotaSpaceOf(caller), { fields: own }) }, body, fields: own };
  }

  return { duplicate, correct };
}

/** Whether an earlier call made this copy, whose response was lost. Throws if the id belongs to anything else. */
async function wasDuplicated(db: Db | Tx, caller: Caller, id: string, copyId: string): Promise<boolean> {
  const known = await findTransactionRow(db, copyId);
  if (known && (known.owner_id !== caller.userId || known.duplicate_of !== id)) throw new AppError('conflict');
  return known !== undefined;
}

/** The draft that corrects the transaction already. Throws if there is one that was sent, or is not the caller's to send. */
async function liveCorrection(tx: Tx, caller: Caller, id: string): Promise<string | null> {
  const known = (await findCorrections(tx, id)).find(isLive);
  if (known === undefined) return null;
  const isOwn = known.owner_id === caller.userId || (await administers(tx, known.org_id, caller));
  if (isOwn && isEditable(known.status)) return known.id;
  throw new AppError('resource_in_use', { transactionId: isOwn ? known.id : null });
}

/** Whether it is to be signed, or was. */
const isLive = ({ status, expires_at: at }: Correction): boolean => isEditable(status) || status === 'completed' || (isRunning(status) && (at === null || at > new Date()));

/** What is voided must not be more than the caller knew of. */
function assertSeen(state: TransactionState, { signed }: NonNullable<Seen>): void {
  const now = countAgreed(state.recipients.map((each) => toRecipient(each, state)));
  if (signed !== undefined && now > signed) throw new AppError('conflict', { signed: now });
}

/** The caller as a member of the space of the transaction, wherever they opened it from. */
async function inSpaceOf(tx: Tx, caller: Caller, { row: { org_id: orgId } }: TransactionState): Promise<Caller> {
  if (orgId === (caller.organization?.id ?? null)) return caller;
  return { ...caller, organization: orgId === null ? null : await organizationOfCall(tx, caller, orgId) };
}

/** Of what is between the sender and one recipient, nobody else gets a copy. */
const draftFor = (recipient: RecipientDraft, isOwn: boolean): RecipientDraft => (isOwn ? recipient : { ...recipient, privateMessage: '', requireAccessCode: false, accessCodePhone: null });

/** A chosen picture belongs to whoever chose it. */
const withoutPicture = (field: Field): Field => (typeof field.value === 'object' ? { ...field, value: defaultValueOf(field.type) } : field);

/** An audit is left undefined, so that the plan decides. */
const optionsOf = ({ options: { includeFileAudit, ...others } }: TransactionState): OptionsInput => ({ ...others, includeFileAudit: includeFileAudit ? undefined : false });

const deadlineOf = ({ row: { expires_at: at } }: TransactionState): string | null => (at !== null && at > new Date() ? at.toISOString() : null);

async function copyLabels(tx: Tx, caller: Caller, from: string, to: string): Promise<void> {
  const labels = async (): Promise<string[]> => (await findLabelsOf(tx, spaceOf(caller), 'transaction', [from])).map((each) => each.label_id);
  // Held before they are read for good: one may be deleted meanwhile.
  await holdLabels(tx, await labels());
  await addLabels(tx, 'transaction', [to], await labels());
}
