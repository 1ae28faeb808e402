/** Files that signers attach before they sign. They are kept beside the documents (0076). */
import type { OutputOf } from '#contract/calls/calls.ts';
import { nameOfBody } from '#contract/entities/file.ts';
import { missingAttachments, type AttachmentMime, type AttachmentRequest } from '#contract/entities/attachment.ts';
import { fileNameOf } from '#contract/entities/common.ts';
import type { InsightAction } from '#contract/entities/insight.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import { sizes } from '#contract/limits/sizes.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/app-error.ts';
import type { AttachmentRow } from '#server/repositories/attachments.repository.ts';
import type { RecipientRow } from '#server/repositories/people.repository.ts';
import { holderOf, signingHolder } from '#server/repositories/storage-use.repository.ts';
import { lockStoredUpload, setUploadHolder, setUploadStatus } from '#server/repositories/uploads.repository.ts';
import { recordInsight } from '#server/services/audit/insights.service.ts';
import type { Caller } from '#server/services/caller.ts';
import { removePictures } from '#server/services/storage/remove-bodies.ts';
import type { UploadsService } from '#server/services/storage/uploads.service.ts';
import { assertNotEncrypted } from '#server/services/transactions/encrypted-transaction.ts';
import { changeAttachment, changeTransaction, removeAttachments } from '#server/services/transactions/transaction-changes.ts';
import { publishTransactionEvent } from '#server/services/transactions/transaction-notifications.ts';
import { loadTransaction, lockTransaction, ownsOrAdministers, showTo, spaceOfState, type TransactionState } from '#server/services/transactions/transaction-state.ts';
import { activeAs, assertUnlocked } from './signer.ts';

interface Answered {
  byUser?: string | null | undefined;
  requestId: string;
}

export type AttachmentsService = ReturnType<typeof createAttachmentsService>;

export function createAttachmentsService({ db, uploads }: { db: Db; uploads: Pick<UploadsService, 'open' | 'download'> }) {
  async function begin(caller: Caller, id: string, input: Answered & { mimeType: AttachmentMime; size?: number | undefined }): Promise<OutputOf<'attachments.begin'>> {
    const state = await loadTransaction(db, id, caller, 'read');
    const { recipient } = answering(state, caller, input);
    if ((input.size ?? 0) > sizes.attachment) throw new AppError('max_size_exceeded');
    // Counted apart from the signer's own documents until it is attached, and then as the sender's.
    return uploads.open({ userId: caller.userId, holder: signingHolder(caller.userId) }, 'attachment', input.mimeType, { transaction_id: id, recipient_id: recipient.id }, input.size);
  }

  async function attach(caller: Caller, id: string, { bodyRef, name, ...input }: Answered & { bodyRef: string; name: string }): Promise<Transaction> {
    return change(caller, id, async (tx, state) => {
      const { recipient, request } = answering(state, caller, input);
      // A retry whose first response was lost.
      if (state.attachments.some((each) => each.body_ref === bodyRef && each.request_id === request.id)) return false;
      const upload = await lockStoredUpload(tx, caller.userId, bodyRef, 'attachment');
      if (upload?.recipient_id !== recipient.id) throw new AppError('file_body_missing');
      const row = {
        recipient_id: recipient.id, request_id: request.id, transaction_id: id, body_ref: bodyRef, name: nameOfBody(name, upload.mime),
        mime: upload.mime, size: Number(upload.size), hash: upload.hash ?? '',
      };
      const replaced = await changeAttachment(tx, state, row);
      await setUploadStatus(tx, bodyRef, 'used');
      await setUploadHolder(tx, bodyRef, holderOf(spaceOfState(state)));
      await removePictures(tx, [replaced?.body_ref ?? null]);
      await record(tx, caller, state, 'attachment_added', recipient, row);
      return true;
    });
  }

  async function detach(caller: Caller, id: string, input: Answered): Promise<Transaction> {
    return change(caller, id, async (tx, state) => {
      const { recipient, request } = answering(state, caller, input);
      const [gone] = await removeAttachments(tx, state, (each) => each.recipient_id === recipient.id && each.request_id === request.id);
      if (!gone) return false;
      await removePictures(tx, [gone.body_ref]);
      await record(tx, caller, state, 'attachment_removed', recipient, gone);
      return true;
    });
  }

  async function change(caller: Caller, id: string, apply: (tx: Tx, state: TransactionState) => Promise<boolean>): Promise<Transaction> {
    const state = await db.transaction().execute(async (tx) => {
      const locked = await lockTransaction(tx, id, caller, 'read');
      if (!(await apply(tx, locked))) return locked;
      await changeTransaction(tx, locked);
      await publishTransactionEvent(tx, locked, caller, 'transaction_updated', { userIds: [locked.row.owner_id, caller.userId] });
      return locked;
    });
    return showTo(db, state, caller);
  }

  /** The sender and the signer get a file; nobody else does. */
  async function download(caller: Caller, id: string, { recipientId, requestId }: { recipientId: string; requestId: string }): Promise<OutputOf<'attachments.download'>> {
    const state = await loadTransaction(db, id, caller, 'read');
    assertNotEncrypted(state);
    const recipient = state.recipients.find((each) => each.id === recipientId);
    const isTheirs = recipient !== undefined && recipient.user_id === caller.userId;
    if (!isTheirs && !(await ownsOrAdministers(db, state, caller))) throw new AppError('permission_denied');
    if (isTheirs) assertUnlocked(recipient, caller);
    const found = state.attachments.find((each) => each.recipient_id === recipientId && each.request_id === requestId);
    if (!found) throw new AppError('not_found');
    return { url: uploads.download({ ref: found.body_ref, mime: found.mime, name: fileNameOf(found.name) }) };
  }

  return { begin, attach, detach, download };
}

/** What the caller is asked to attach, now. Once they have signed a document, it stays as it is. */
function answering(state: TransactionState, caller: Caller, { byUser, requestId }: Answered): { recipient: RecipientRow; request: AttachmentRequest } {
  assertNotEncrypted(state);
  const recipient = activeAs('signer', state, caller, byUser);
  assertUnlocked(recipient, caller);
  const request = recipient.attachments.find((each) => each.id === requestId);
  if (!request) throw new AppError('sign_conditions_not_accepted', { reason: 'attachment' });
  if ([...state.signings, ...state.waitingSignings].some((each) => each.recipient_id === recipient.id)) throw new AppError('conflict', { reason: 'signed' });
  return { recipient, request };
}

/** Throws if the signer has yet to attach something. */
export function assertAttached(state: TransactionState, recipient: RecipientRow): void {
  const attached = state.attachments.filter((each) => each.recipient_id === recipient.id).map((each) => ({ requestId: each.request_id }));
  const missing = missingAttachments(recipient.attachments, attached);
  if (missing.length > 0) throw new AppError('sign_conditions_not_accepted', { reason: 'attachment', requestIds: missing.map(({ id }) => id) });
}

const record = (tx: Tx, caller: Caller, { row }: TransactionState, action: InsightAction, recipient: RecipientRow, { name, hash }: Pick<AttachmentRow, 'name' | 'hash'>): Promise<void> =>
  recordInsight(tx, caller, {
    resourceId: row.id, resourceType: 'transaction', action,
    attributes: { user: { id: recipient.user_id, email: recipient.email, phone: recipient.phone, firstName: recipient.first_name, lastName: recipient.last_name }, title: name, hash },
  });
