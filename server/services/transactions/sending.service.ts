/** Starts a transaction: the sender's prepared files are verified and become the files to sign, and the first recipient is invited. */
import type { CallBody } from '#contract/calls/define.ts';
import type { transactionsCalls } from '#contract/calls/transactions.calls.ts';
import type { Field } from '#contract/entities/field.ts';
import { availableTo, isRecipientSet } from '#contract/entities/field-list.ts';
import { hasWayToSign } from '#contract/entities/recipient.ts';
import { sharedNames } from '#contract/entities/signature-anchor.ts';
import { isRunning, type Transaction } from '#contract/entities/transaction.ts';
import type { DocumentChecker, PlacedField, Problem } from '#server/services/documents/document-checker.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import { sealedNames, type KeyVault } from '#server/adapters/authority/key-vault.ts';
import type { Storage } from '#server/adapters/storage/storage.ts';
import { AppError } from '#server/platform/app-error.ts';
import { findFiles, findSentFiles, insertVersion, lockFiles, removeVersionsBefore, updateFile, withFields, type FileWithFields } from '#server/repositories/files.repository.ts';
import { findNewestUpload, setUploadStatus, type Upload } from '#server/repositories/uploads.repository.ts';
import { queueRemoval } from '#server/services/storage/remove-bodies.ts';
import type { Caller } from '#server/services/caller.ts';
import { assertCopiesArrive } from './carbon-copies.ts';
import type { Entitlements } from '#server/services/billing/entitlements.ts';
import { queueExpiry } from './expiry.ts';
import { recordInsight } from '#server/services/audit/insights.service.ts';
import { inviteNext } from './recipient-invitations.ts';
import { mailNaming, publishTransactionEvent, type NotifyConfig } from './transaction-notifications.ts';
import { assertSupported, type CapabilityConfig } from './capabilities.ts';
import type { AccessCodes } from '#server/services/signing/access-codes.ts';
import { assertSignable } from '#server/services/signing/signable.ts';
import { changeRecipient, changeTransaction } from './transaction-changes.ts';
import { draftOf, featuredOf, ownsOrAdministers, loadTransaction, lockTransaction, spaceOfState, toRecipient, showTo, type TransactionState } from './transaction-state.ts';
import { addSentToContacts } from '#server/services/people/contacts-from-sending.ts';
import { withBodies } from '#server/services/storage/with-bodies.ts';

interface StartingDependencies {
  db: Db;
  storage: Storage;
  checker: DocumentChecker;
  config: NotifyConfig & CapabilityConfig;
  entitlements: Entitlements;
  vault: Pick<KeyVault, 'seal'>;
  accessCodes: AccessCodes;
}

interface Prepared {
  file: FileWithFields;
  upload: Upload;
}

interface Checked extends Prepared {
  /** The fields with the names they have in the document. */
  fields: readonly Field[];
}


export type SendingService = ReturnType<typeof createSendingService>;

type StartInput = Partial<CallBody<(typeof transactionsCalls)['transactions.start']>>;

export function createSendingService({ db, storage, checker, config, entitlements, vault, accessCodes }: StartingDependencies) {
  async function start(caller: Caller, id: string, { password, accessCodes: given = [] }: StartInput = {}): Promise<Transaction> {
    const seen = await loadTransaction(db, id, caller, 'read');
    // A retry whose first response was lost: the transaction has started.
    if (isRunning(seen.row.status) && (await ownsOrAdministers(db, seen, caller))) return showTo(db, seen, caller);
    const state = await loadTransaction(db, id, caller, 'start');
    assertComplete(state);
    await assertCopiesArrive(db, state.carbonCopies, { userId: state.row.owner_id, closedOrgIds: caller.closedOrgIds });
    assertSupported(config, { options: state.options, requirements: state.recipients.flatMap((each) => each.identity_requirements), impossible: ['allowBulkUsage'] });
    assertPassword(state, password);
    assertAccessCodes(state, given);
    await entitlements.assertFeatures(db, spaceOfState(state), featuredOf(state), state.row.granted_features);
    const prepared = await collect(state);
    for (const { file } of prepared) await entitlements.assertFeatures(db, spaceOfState(state), { fields: file.fields }, file.granted_features);
    const checked: Checked[] = [];
    for (const each of prepared) checked.push(await check(state, each, password));
    await db.transaction().execute((tx) => commit(tx, caller, state, checked, { password, accessCodes: given }));
    return showTo(db, await loadTransaction(db, id, caller, 'read'), caller);
  }

  async function collect(state: TransactionState): Promise<Prepared[]> {
    const files = await findFiles(db, state.fileIds);
    return Promise.all(state.fileIds.map(async (fileId) => {
      const file = files.find((each) => each.id === fileId);
      if (!file) throw new AppError('related_file_deleted', { fileId });
      assertSignable(file);
      const upload = await findNewestUpload(db, state.row.id, fileId, null);
      if (upload?.status !== 'stored') throw new AppError('not_ready', { fileId });
      if (upload.base_version !== file.version) throw new AppError('conflict', { fileId });
      return { file: await withFields(db, file), upload };
    }));
  }

  async function check(state: TransactionState, { file, upload }: Prepared, password: string | undefined): Promise<Checked> {
    assertFieldsFit(state, file);
    const recipients = state.recipients.map((each) => toRecipient(each, state));
    const { problems, placed, objects } = await withBodies(storage, file, upload, (base, staged) =>
      checker.checkPrepared({ base, upload: staged, fields: file.fields, recipients, password }));
    if (problems.length > 0) throw new AppError('verification_failed', { fileId: file.id, problems });
    if (objects !== null) await storage.storeObjects(upload.body_ref, objects);
    const fields = asPlaced(file.fields, placed);
    assertNamesApart(file, fields);
    return { file, upload, fields };
  }

  async function commit(tx: Tx, caller: Caller, seen: TransactionState, checked: readonly Checked[], { password, accessCodes: given = [] }: StartInput): Promise<void> {
    const state = await lockTransaction(tx, seen.row.id, caller, 'start');
    if (state.row.version !== seen.row.version) throw new AppError('conflict');
    const locked = await lockFiles(tx, state.fileIds);
    // Another transaction with the same file may have been sent meanwhile.
    if ((await findSentFiles(tx, state.fileIds)).length > 0) throw new AppError('resource_in_use');
    const unprotected: string[] = [];
    for (const each of checked) {
      const now = locked.find((file) => file.id === each.file.id);
      if (now?.version !== each.file.version || now.meta_version !== each.file.meta_version) throw new AppError('conflict', { fileId: each.file.id });
      await adopt(tx, caller, state, each);
      // With password protection, earlier unprotected versions are removed.
      if (password !== undefined) unprotected.push(...(await removeVersionsBefore(tx, each.file.id, each.file.version)));
    }
    await queueRemoval(tx, unprotected);
    await entitlements.consume(tx, spaceOfState(state), 'transactions');
    if (password !== undefined) await changeTransaction(tx, state, { password_sealed: vault.seal(sealedNames.transactionPassword(state.row.id), Buffer.from(password)) });
    for (const { recipientId, code } of given) {
      const recipient = state.recipients.find((each) => each.id === recipientId);
      if (recipient) await changeRecipient(tx, recipient, { access_code_hash: accessCodes.hashOf(recipientId, code) });
    }
    await begin(tx, config, caller, state);
    await addSentToContacts(tx, caller, [...state.recipients, ...state.carbonCopies.filter(({ type }) => type === 'user')]);
  }

  return { start };
}

/** Marks the transaction as running and invites the first recipient. */
export async function begin(tx: Tx, config: NotifyConfig, caller: Caller, state: TransactionState): Promise<void> {
  await changeTransaction(tx, state, { status: 'pending', started_at: new Date() });
  await recordInsight(tx, caller, {
    resourceId: state.row.id, resourceType: 'transaction', action: 'transaction_started', attributes: { title: state.row.name },
  });
  await publishTransactionEvent(tx, state, caller, 'transaction_updated');
  for (const each of state.recipients) if (each.in_person) await mailNaming(tx, config, state, each);
  await inviteNext(tx, config, state, caller);
  if (state.row.expires_at) await queueExpiry(tx, state.row.id, state.row.expires_at);
}

/** Makes the prepared body the current version and stores the field names it uses. */
async function adopt(tx: Tx, caller: Caller, state: TransactionState, { file, upload, fields }: Checked): Promise<void> {
  await insertVersion(tx, {
    file_id: file.id, version: file.version + 1, body_ref: upload.body_ref, mime: upload.mime, size: Number(upload.size), hash: upload.hash ?? '',
    kind: 'prepared', transaction_id: state.row.id, created_by: caller.userId,
  });
  await setUploadStatus(tx, upload.body_ref, 'used');
  await updateFile(tx, file.id, { fields: JSON.stringify(fields) });
}

export function asPlaced(fields: readonly Field[], placed: readonly PlacedField[]): Field[] {
  const known = new Map(placed.map((each) => [each.id, each]));
  return fields.map((each) => {
    const own = known.get(each.id);
    return own ? { ...each, fieldName: own.fieldName, pdfFieldId: own.pdfFieldId, group: own.group ?? each.group, changed: false } : each;
  });
}

function assertNamesApart(file: Pick<FileWithFields, 'id'>, fields: readonly Field[]): void {
  const problems = sharedNames(fields).map((field) => ({ code: 'field_shared', message: 'The field would belong to several recipients', field }));
  if (problems.length > 0) throw new AppError('not_ready', { fileId: file.id, problems });
}

/** A password must be given if and only if the options require password protection. */
function assertPassword({ options }: TransactionState, password: string | undefined): void {
  const wanted = options.requirePasswordProtection;
  if (wanted && password === undefined) throw new AppError('required_property', [{ path: 'body/password' }]);
  if (!wanted && password !== undefined) throw new AppError('request_validation_error', [{ path: 'body/password', message: 'The documents are not to be protected' }]);
}

/** A code must be given for each recipient who needs one, and for nobody else. */
function assertAccessCodes({ recipients }: TransactionState, given: NonNullable<StartInput['accessCodes']>): void {
  const missing = recipients.filter((each) => each.access_code_required && !given.some(({ recipientId }) => recipientId === each.id));
  if (missing.length > 0) throw new AppError('required_property', missing.map(({ id }) => ({ path: 'body/accessCodes', recipientId: id })));
  if (given.some(({ recipientId }) => !recipients.some((each) => each.id === recipientId && each.access_code_required))) {
    throw new AppError('request_validation_error', [{ path: 'body/accessCodes', message: 'A recipient needs no access code' }]);
  }
}

function assertComplete(state: TransactionState): void {
  if (state.fileIds.length === 0) throw new AppError('not_ready', { files: 0 });
  const unreachable = state.recipients.filter((each) => !hasWayToSign(draftOf(each)));
  if (state.recipients.length === 0 || unreachable.length > 0) throw new AppError('fields_empty', { recipients: unreachable.map((each) => each.id) });
  assertInTime(state.row.expires_at);
}

export function assertInTime(expiresAt: Date | string | null): void {
  if (expiresAt !== null && new Date(expiresAt) <= new Date()) throw new AppError('request_validation_error', [{ path: 'expiresAt', message: 'The time is over already' }]);
}

/** Every field must belong to a recipient of this transaction or to nobody in particular. */
function assertFieldsFit(state: TransactionState, file: FileWithFields): void {
  const homeless = file.fields.filter((each) => isRecipientSet(each.recipient) && !state.recipients.some((person) => availableTo(each, person)));
  const problems: Problem[] = homeless.map((each) => ({
    code: 'field_without_recipient', message: 'The field belongs to nobody in this transaction', field: each.fieldName, page: each.page,
  }));
  if (problems.length > 0) throw new AppError('not_ready', { fileId: file.id, problems });
}
