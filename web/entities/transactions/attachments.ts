/** Files that signers attach. */
import { isAttachmentMime, type AttachmentMime } from '#contract/entities/attachment.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import { sizes } from '#contract/limits/sizes.ts';
import { call } from '#web/services/api/call.ts';
import { putBody } from '#web/services/api/bodies.ts';
import { AppError } from '#web/services/app-error.ts';

interface Answered {
  transactionId: string;
  recipientId: string;
  requestId: string;
}

const checked = (file: File): AttachmentMime => {
  if (!isAttachmentMime(file.type)) throw new AppError('wrong_mime_type');
  if (file.size > sizes.attachment) throw new AppError('max_size_exceeded');
  return file.type;
};

/** Uploads a file and attaches it, in place of an earlier one. */
export async function attachFile({ transactionId, recipientId, requestId }: Answered, file: File): Promise<Transaction> {
  const to = { params: { id: transactionId } };
  const mimeType = checked(file);
  const { url, bodyRef } = await call('attachments.begin', { ...to, body: { byUser: recipientId, requestId, mimeType, size: file.size } });
  await putBody(url, file, { mimeType });
  return call('attachments.attach', { ...to, body: { byUser: recipientId, requestId, bodyRef, name: file.name } });
}

export const detachFile = ({ transactionId, recipientId, requestId }: Answered): Promise<Transaction> =>
  call('attachments.detach', { params: { id: transactionId }, body: { byUser: recipientId, requestId } });

export const attachmentUrl = async ({ transactionId, recipientId, requestId }: Answered): Promise<string> =>
  (await call('attachments.download', { params: { id: transactionId }, body: { recipientId, requestId } })).url;
