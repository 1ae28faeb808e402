/** Starts a transaction: the sender's prepared files are verified and become the files to sign, and the first recipient is invited. */
import type { CallBody } from '#contract/calls/define.ts';
import type { transactionsCalls } from '#contract/calls/transactions.calls.ts';
import type { Field } from '#contract/entities/field.ts';
import { availableTo, isRecipientSet } from '#contract/entities/field-list.ts';
import { hasWayToSign, isSigner } from '#contract/entities/recipient.ts';
import { sharedNames } from '#contract/entities/signature-anchor.ts';
import { isRunning, type Transaction } from '#contract/entities/transaction.ts';
import type { DocumentChecker, PlacedField, Problem } from '#server/services/documents/document-checker.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import type { HeldAccessCode, HeldDocument } from '#server/platform/database/tables/documents.tables.ts';
import { sealedNames, type KeyVault } from '#server/adapters/authority/key-vault.ts';
import type { Storage } from '#server/adapters/storage/storage.ts';
import { AppError } from '#server/platform/app-error.ts';
import { sendsTexts, type Config } from '#server/platform/config.ts';
import { findFiles, findSentFiles, insertVersion, lockFiles, removeVersionsBefore, updateFile, withFields, type FileRow, type FileWithFields } from '#server/repositories/files.repository.ts';
import type { RecipientRow } from '#server/repositories/people.repository.ts';
import type { SendApprovalPerson } from '#server/repositories/send-approvals.repository.ts';
import { findNewestUpload, findUpload, setUploadStatus, type Upload } from '#server/repositories/uploads.repository.ts';
import { queueRemoval } from '#server/services/storage/remove-bodies.ts';
import type { Caller } from '#server/services/caller.ts';
import { assertCopiesArrive } from './carbon-copies.ts';
import type { Entitlements } from '#server/services/billing/entitlements.ts';
import { assertNotEncrypted } from './encrypted-transaction.ts';
import { queueExpiry } from './expiry.ts';
import { recordInsight } from '#server/services/audit/insights.service.ts';
import { inviteNext } from './recipient-invitations.ts';
import { mailNaming, publishTransactionEvent, type NotifyConfig } from './transaction-notifications.ts';
import { assertSupported, type CapabilityConfig } from './capabilities.ts';
import type { AccessCodes } from '#server/services/signing/access-codes.ts';
import { assertPageFits, assertSignable, isPage } from '#server/services/signing/signable.ts';
import { announceDecision, announceRequest } from './send-approval-notifications.ts';
import { approverIdsOf, digestOf, requesterOf, senderOf, waitingOf } from './send-approval-request.ts';
import { findApproversFor } from './send-approval-state.ts';
import { changeRecipient, changeTransaction, endSendApprovals, holdForApproval } from './transaction-changes.ts';
import { assertSomebodySigns } from './transaction-parts.ts';
import { draftOf, featuredOf, findState, ownsOrAdministers, loadTransaction, lockTransaction, spaceOfState, toRecipient, showTo, type TransactionState } from './transaction-state.ts';
import { addSentToContacts } from '#server/services/people/contacts-from-sending.ts';
import { withBodies } from '#server/services/storage/with-bodies.ts';

interface StartingDependencies {
  db: Db;
  storage: Storage;
  checker: DocumentChecker;
  config: NotifyConfig & CapabilityConfig & Pick<Config, 'smtpUrl' | 'sms'>;
  entitlements: Entitlements;
  vault: Pick<KeyVault, 'seal' | 'unseal'>;
  accessCodes: AccessCodes;
}

interface Prepared {
  file: FileWithFields;
  /** With the fields placed. Null for a page, which stays as it is. */
  upload: Upload | null;
}

interface Checked extends Prepared {
  /** The fields with the names they have in the document. */
  fields: readonly Field[];
}

/** What is to wait for approval. */
interface Held {
  checked: readonly Checked[];
  secrets: Secrets;
  approvers: readonly SendApprovalPerson[];
}

export type SendingService = ReturnType<typeof createSendingService>;

type StartInput = Partial<CallBody<(typeof transactionsCalls)['transactions.start']>>;

/** What the sender chose when they pressed "Send". */
interface Secrets {
  password: string | undefined;
  accessCodes: readonly HeldAccessCode[];
}

export function createSendingService({ db, storage, checker, config, entitlements, vault, accessCodes }: StartingDependencies) {
  /** If the organization demands approval, the draft waits for it, and nothing is sent. */
  async function start(caller: Caller, id: string, { password, accessCodes: given = [] }: StartInput = {}): Promise<Transaction> {
    const seen = await loadTransaction(db, id, caller, 'read');
    assertNotEncrypted(seen);
    // A retry whose first response was lost: the transaction has started, or waits for approval.
    if ((isRunning(seen.row.status) || seen.sendApproval?.row.status === 'waiting') && (await ownsOrAdministers(db, seen, caller))) return showTo(db, seen, caller);
    const state = await loadTransaction(db, id, caller, 'start');
    await assertSendable(state, caller);
    assertPassword(state, password);
    assertAccessCodes(state, given);
    const checked = await checkAll(state, password);
    const secrets = { password, accessCodes: given.map(({ recipientId, code }) => ({ recipientId, hash: accessCodes.hashOf(recipientId, code) })) };
    await db.transaction().execute(async (tx) => {
      const locked = await lockTransaction(tx, id, caller, 'start');
      if (locked.row.version !== state.row.version) throw new AppError('conflict');
      const approvers = await findApproversFor(tx, locked.row.org_id, caller.userId, locked.row.owner_id);
      if (approvers === null) await dispatch(tx, caller, locked, checked, secrets);
      else await hold(tx, caller, locked, { checked, secrets, approvers });
    });
    return showTo(db, await loadTransaction(db, id, caller, 'read'), caller);
  }

  /** Sends what waited for approval, exactly as its sender prepared it and in their name. `version`: the one that the approver has seen. */
  async function approve(approver: Caller, id: string, version: number): Promise<Transaction> {
    const state = await loadTransaction(db, id, approver, 'approveSending');
    const request = waitingOf(state);
    if (state.row.version !== version) throw new AppError('conflict');
    const sender = await senderOf(db, state, request);
    const password = request.password_sealed === null ? undefined : vault.unseal(sealedNames.heldPassword(id), request.password_sealed).toString();
    await assertSendable(state, sender);
    const checked = await checkAll(state, password, request.documents);
    await db.transaction().execute(async (tx) => {
      const locked = await lockTransaction(tx, id, approver, 'approveSending');
      if (locked.row.version !== state.row.version || digestOf(locked) !== request.digest) throw new AppError('conflict');
      await recordInsight(tx, approver, { resourceId: id, resourceType: 'transaction', action: 'send_approval_given', attributes: { title: locked.row.name, user: requesterOf(request) } });
      const approverIds = approverIdsOf(locked);
      await endSendApprovals(tx, [locked]);
      await dispatch(tx, sender, locked, checked, { password, accessCodes: request.access_codes });
      await announceDecision(tx, config, locked, { approver, request, approverIds, template: 'send_approval_given' });
    });
    return showTo(db, await findSent(id), approver);
  }

  /** Whoever approved it may not read it any more. */
  async function findSent(id: string): Promise<TransactionState> {
    const state = await findState(db, id);
    if (!state) throw new AppError('not_found');
    return state;
  }

  async function assertSendable(state: TransactionState, caller: Caller): Promise<void> {
    assertComplete(state);
    await assertCopiesArrive(db, state.carbonCopies, { userId: state.row.owner_id, closedOrgIds: caller.closedOrgIds });
    assertSupported(config, { options: state.options, requirements: state.recipients.flatMap((each) => each.identity_requirements), impossible: ['allowBulkUsage'] });
    if (state.recipients.some((each) => each.access_code_phone !== null) && !sendsTexts(config)) throw new AppError('feature_not_supported', { feature: 'accessCodePhone' });
  }

  /** `held`: the documents as they were when approval was asked for. */
  async function checkAll(state: TransactionState, password: string | undefined, held: readonly HeldDocument[] | null = null): Promise<Checked[]> {
    await entitlements.assertFeatures(db, spaceOfState(state), featuredOf(state), state.row.granted_features);
    const prepared = await collect(state, held);
    for (const { file } of prepared) await entitlements.assertFeatures(db, spaceOfState(state), { fields: file.fields }, file.granted_features);
    const checked: Checked[] = [];
    for (const each of prepared) checked.push(await check(state, each, password));
    return checked;
  }

  async function collect(state: TransactionState, held: readonly HeldDocument[] | null): Promise<Prepared[]> {
    const files = await findFiles(db, state.fileIds);
    return Promise.all(state.fileIds.map(async (fileId) => {
      const file = files.find((each) => each.id === fileId);
      if (!file) throw new AppError('related_file_deleted', { fileId });
      assertSignable(file);
      const bound = held === null ? null : boundDocument(file, held);
      if (isPage(file)) return { file: await withFields(db, file), upload: null };
      const upload = bound === null ? await findNewestUpload(db, state.row.id, fileId, null) : await findUpload(db, bound.bodyRef ?? '');
      if (upload?.status !== (bound === null ? 'stored' : 'waiting')) throw new AppError('pdf_not_ready', { fileId });
      if (upload.base_version !== file.version) throw new AppError('conflict', { fileId });
      return { file: await withFields(db, file), upload };
    }));
  }

  async function check(state: TransactionState, { file, upload }: Prepared, password: string | undefined): Promise<Checked> {
    if (upload === null) {
      assertPageFits(state, file);
      return { file, upload, fields: file.fields };
    }
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

  /** Locks the files. Throws if one was changed or sent since it was checked. */
  async function lockChecked(tx: Tx, state: TransactionState, checked: readonly Checked[]): Promise<void> {
    const locked = await lockFiles(tx, state.fileIds);
    // Another transaction with the same file may have been sent meanwhile.
    if ((await findSentFiles(tx, state.fileIds)).length > 0) throw new AppError('resource_in_use');
    for (const { file } of checked) {
      const now = locked.find((each) => each.id === file.id);
      if (now?.version !== file.version || now.meta_version !== file.meta_version) throw new AppError('conflict', { fileId: file.id });
    }
  }

  async function dispatch(tx: Tx, sender: Caller, state: TransactionState, checked: readonly Checked[], { password, accessCodes: codes }: Secrets): Promise<void> {
    await lockChecked(tx, state, checked);
    const unprotected: string[] = [];
    for (const each of checked) {
      await adopt(tx, sender, state, each);
      // With password protection, earlier unprotected versions are removed.
      if (password !== undefined) unprotected.push(...(await removeVersionsBefore(tx, each.file.id, each.file.version)));
    }
    await queueRemoval(tx, unprotected);
    await entitlements.consume(tx, spaceOfState(state), 'transactions');
    if (password !== undefined) await changeTransaction(tx, state, { password_sealed: vault.seal(sealedNames.transactionPassword(state.row.id), Buffer.from(password)) });
    for (const { recipientId, hash } of codes) {
      const recipient = state.recipients.find((each) => each.id === recipientId);
      if (recipient) await changeRecipient(tx, recipient, { access_code_hash: hash });
    }
    await begin(tx, config, sender, state);
    await addSentToContacts(tx, sender, [...state.recipients, ...state.carbonCopies.filter(({ type }) => type === 'user')]);
  }

  async function hold(tx: Tx, caller: Caller, state: TransactionState, { checked, secrets: { password, accessCodes: codes }, approvers }: Held): Promise<void> {
    if (approvers.length === 0) throw new AppError('no_send_approver');
    await lockChecked(tx, state, checked);
    // Counted when it is sent; but nobody is to approve what can't be sent.
    await entitlements.assertLeft(tx, spaceOfState(state), 'transactions');
    await holdForApproval(tx, state, {
      org_id: state.row.org_id ?? '', requested_by: caller.userId, requested_at: new Date(), digest: digestOf(state), access_codes: JSON.stringify(codes),
      documents: checked.map(({ file, upload }) => ({ fileId: file.id, version: file.version, metaVersion: file.meta_version, bodyRef: upload?.body_ref ?? null })),
      password_sealed: password === undefined ? null : vault.seal(sealedNames.heldPassword(state.row.id), Buffer.from(password)),
    });
    await recordInsight(tx, caller, { resourceId: state.row.id, resourceType: 'transaction', action: 'send_approval_requested', attributes: { title: state.row.name } });
    await announceRequest(tx, config, state, caller, approvers);
  }

  return { start, approve };
}

/** The document as it was when approval was asked for. */
function boundDocument(file: FileRow, held: readonly HeldDocument[]): HeldDocument {
  const bound = held.find(({ fileId }) => fileId === file.id);
  if (bound?.version !== file.version || bound.metaVersion !== file.meta_version) throw new AppError('conflict', { fileId: file.id });
  return bound;
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

/** Makes the prepared body the current version and stores the field names it uses. Of a page, the same body is the version that is sent. */
async function adopt(tx: Tx, caller: Caller, state: TransactionState, { file, upload, fields }: Checked): Promise<void> {
  const body = upload ?? file;
  await insertVersion(tx, {
    file_id: file.id, version: file.version + 1, body_ref: body.body_ref, mime: body.mime, size: Number(body.size), hash: body.hash ?? '',
    kind: 'prepared', transaction_id: state.row.id, created_by: caller.userId,
  });
  if (upload === null) return;
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

/** Whether the sender tells the recipient a code, which is not sent by text message. */
const needsCodeOfSender = (recipient: RecipientRow): boolean => recipient.access_code_required && recipient.access_code_phone === null;

/** A code must be given for each recipient who is told one, and for nobody else. */
function assertAccessCodes({ recipients }: TransactionState, given: NonNullable<StartInput['accessCodes']>): void {
  const missing = recipients.filter((each) => needsCodeOfSender(each) && !given.some(({ recipientId }) => recipientId === each.id));
  if (missing.length > 0) throw new AppError('required_property', missing.map(({ id }) => ({ path: 'body/accessCodes', recipientId: id })));
  if (given.some(({ recipientId }) => !recipients.some((each) => each.id === recipientId && needsCodeOfSender(each)))) {
    throw new AppError('request_validation_error', [{ path: 'body/accessCodes', message: 'A recipient needs no access code' }]);
  }
}

function assertComplete(state: TransactionState): void {
  if (state.fileIds.length === 0) throw new AppError('not_ready', { files: 0 });
  const unreachable = state.recipients.filter((each) => !hasWayToSign(draftOf(each)));
  if (state.recipients.length === 0 || unreachable.length > 0) throw new AppError('fields_empty', { recipients: unreachable.map((each) => each.id) });
  assertSomebodySigns(state.recipients);
  assertInTime(state.row.expires_at);
}

export function assertInTime(expiresAt: Date | string | null): void {
  if (expiresAt !== null && new Date(expiresAt) <= new Date()) throw new AppError('request_validation_error', [{ path: 'expiresAt', message: 'The time is over already' }]);
}

/** Every field must belong to a signer of this transaction or to nobody in particular. */
function assertFieldsFit({ recipients }: TransactionState, file: FileWithFields): void {
  const isOf = (field: Field, people: readonly RecipientRow[]): boolean => people.some((person) => availableTo(field, person));
  const homeless = file.fields.filter((each) => isRecipientSet(each.recipient) && !isOf(each, recipients.filter(isSigner)));
  const problems: Problem[] = homeless.map((each) => ({
    ...(isOf(each, recipients) ? { code: 'field_of_reader', message: 'The field belongs to somebody who does not sign' } : { code: 'field_without_recipient', message: 'The field belongs to nobody in this transaction' }),
    field: each.fieldName, page: each.page,
  }));
  if (problems.length > 0) throw new AppError('not_ready', { fileId: file.id, problems });
}
