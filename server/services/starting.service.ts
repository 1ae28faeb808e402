/** Starting: the sender's prepared files are checked, become the ones that are signed, and the first recipient is asked. */
import { bodyMimeTypes } from '#contract/entities/file.ts';
import { availableTo, isRecipientSet } from '#contract/entities/field-list.ts';
import { sharedNames, signatureAnchors } from '#contract/entities/signature-anchor.ts';
import { transactionOptions, type Transaction, type TransactionOptions } from '#contract/entities/transaction.ts';
import type { DocumentChecker, Problem } from '#server/adapters/core/document-checker.ts';
import type { Db, Tx } from '#server/adapters/database/database.ts';
import type { Storage } from '#server/adapters/storage/storage.ts';
import { AppError } from '#server/app/app-error.ts';
import { addJob } from '#server/jobs/add-job.ts';
import { findFiles, insertVersion, lockFiles, updateFile, type FileRow } from '#server/repositories/files.repository.ts';
import { updateTransaction } from '#server/repositories/transactions.repository.ts';
import { findStagedUpload, setUploadStatus, type Upload } from '#server/repositories/uploads.repository.ts';
import type { Caller } from './caller.ts';
import { recordInsight } from './insights.service.ts';
import { inviteNext } from './inviting.ts';
import { tell, type NotifyConfig } from './notifying.ts';
import { loadTransaction, lockTransaction, toRecipient, toTransaction, type TransactionState } from './transaction-state.ts';
import { withBodies } from './with-bodies.ts';

interface StartingDependencies {
  db: Db;
  storage: Storage;
  checker: DocumentChecker;
  config: NotifyConfig;
}

interface Prepared {
  file: FileRow;
  upload: Upload;
}

export const expireTask = 'expire_transaction';

/** Options whose promise this installation can't keep yet are refused rather than ignored. */
const unsupported = [
  'requirePasswordProtection', 'requireQualifiedCertificate', 'requireRecipientLocation', 'includeFileAudit',
  'requireSmartCard', 'allowBulkUsage',
] as const satisfies readonly (keyof TransactionOptions)[];

export type StartingService = ReturnType<typeof createStartingService>;

export function createStartingService({ db, storage, checker, config }: StartingDependencies) {
  async function start(caller: Caller, id: string): Promise<Transaction> {
    const state = await loadTransaction(db, id, caller, 'start');
    assertComplete(state);
    const prepared = await collect(state);
    for (const each of prepared) await check(state, each);
    await db.transaction().execute((tx) => commit(tx, caller, state, prepared));
    return toTransaction(await loadTransaction(db, id, caller, 'read'));
  }

  async function collect(state: TransactionState): Promise<Prepared[]> {
    const files = await findFiles(db, state.fileIds);
    return Promise.all(state.fileIds.map(async (fileId) => {
      const file = files.find((each) => each.id === fileId);
      if (!file) throw new AppError('related_file_deleted', { fileId });
      const upload = await findStagedUpload(db, state.row.id, fileId, null);
      if (!upload) throw new AppError('not_ready', { fileId });
      if (upload.base_version !== file.version) throw new AppError('conflict', { fileId });
      return { file, upload };
    }));
  }

  async function check(state: TransactionState, { file, upload }: Prepared): Promise<void> {
    assertFieldsFit(state, file);
    const recipients = state.recipients.map((each) => toRecipient(each, state));
    const { problems } = await withBodies(storage, file, upload, (base, staged) =>
      checker.checkPrepared({ base, upload: staged, fields: file.fields, recipients }));
    if (problems.length > 0) throw new AppError('verification_failed', { fileId: file.id, problems });
  }

  async function commit(tx: Tx, caller: Caller, seen: TransactionState, prepared: readonly Prepared[]): Promise<void> {
    const state = await lockTransaction(tx, seen.row.id, caller, 'start');
    if (state.row.version !== seen.row.version) throw new AppError('conflict');
    const locked = await lockFiles(tx, state.fileIds);
    for (const { file, upload } of prepared) {
      const now = locked.find((each) => each.id === file.id);
      if (now?.version !== file.version || now.meta_version !== file.meta_version) throw new AppError('conflict', { fileId: file.id });
      await adopt(tx, caller, state, file, upload);
    }
    Object.assign(state.row, { status: 'pending' });
    await updateTransaction(tx, state.row.id, { status: 'pending', started_at: new Date() });
    await recordInsight(tx, caller, {
      resourceId: state.row.id, resourceType: 'transaction', action: 'transaction_started', attributes: { title: state.row.name },
    });
    await tell(tx, state, caller, 'transaction_updated');
    await inviteNext(tx, config, state, caller);
    if (state.row.expires_at) {
      await addJob(tx, expireTask, { transactionId: state.row.id }, { runAt: state.row.expires_at, jobKey: `${expireTask}:${state.row.id}` });
    }
  }

  return { start };
}

/** The prepared body becomes the file's version; the meta learns the names the fields have in it. */
async function adopt(tx: Tx, caller: Caller, state: TransactionState, file: FileRow, upload: Upload): Promise<void> {
  await insertVersion(tx, {
    file_id: file.id, version: file.version + 1, body_ref: upload.body_ref, mime: upload.mime, size: Number(upload.size), hash: upload.hash ?? '',
    kind: 'prepared', transaction_id: state.row.id, created_by: caller.userId,
  });
  await setUploadStatus(tx, upload.body_ref, 'used');
  const anchors = signatureAnchors(file.fields, state.recipients);
  const fields = file.fields.map((each) => {
    const anchor = anchors.find(({ fieldId }) => fieldId === each.id);
    return anchor ? { ...each, fieldName: anchor.fieldName } : each;
  });
  await updateFile(tx, file.id, { fields: JSON.stringify(fields) });
}

function assertComplete(state: TransactionState): void {
  const options = transactionOptions.parse(state.row.options);
  const refused = unsupported.filter((option) => options[option]);
  const special = state.recipients.filter((each) => each.in_person || each.identity_requirements.length > 0);
  if (refused.length > 0 || special.length > 0) throw new AppError('feature_not_supported', { options: refused, recipients: special.map((each) => each.id) });
  if (state.fileIds.length === 0) throw new AppError('not_ready', { files: 0 });
  const unreachable = state.recipients.filter((each) => !each.email);
  if (state.recipients.length === 0 || unreachable.length > 0) throw new AppError('fields_empty', { recipients: unreachable.map((each) => each.id) });
  if (state.row.expires_at && state.row.expires_at <= new Date()) {
    throw new AppError('request_validation_error', [{ path: 'expiresAt', message: 'The time is over already' }]);
  }
}

/** Each field belongs to a recipient of this transaction, to everybody, and never to two. */
function assertFieldsFit(state: TransactionState, file: FileRow): void {
  if (bodyMimeTypes[file.mime as keyof typeof bodyMimeTypes] !== 'pdf') throw new AppError('feature_not_supported', { fileId: file.id });
  const homeless = file.fields.filter((each) => isRecipientSet(each.recipient) && !state.recipients.some((person) => availableTo(each, person)));
  const problems: Problem[] = [
    ...homeless.map((each) => ({ code: 'field_without_recipient', message: 'The field belongs to nobody in this transaction', field: each.fieldName, page: each.page })),
    ...sharedNames(file.fields).map((field) => ({ code: 'field_shared', message: 'The field would belong to several recipients', field })),
  ];
  if (problems.length > 0) throw new AppError('not_ready', { fileId: file.id, problems });
}
