/**
 * Files that signers attach. Signer: `begin` and PUT, then `attach`, which replaces an earlier file of the same request; `detach`.
 * Until they have signed a document. Sender and signer: `download`.
 */
import { z } from 'zod';
import { defineCall } from '#contract/calls/define.ts';
import { attachmentMimes } from '#contract/entities/attachment.ts';
import { objectId, titleText } from '#contract/entities/common.ts';
import { announcedSize } from '#contract/entities/storage.ts';
import { transaction } from '#contract/entities/transaction.ts';

const requestId = z.string().min(1).max(64);
/** The signer: the caller, or an in-person signer on the caller's device. */
const who = z.object({ byUser: objectId.nullish(), requestId });
const shared = { host: 'api', ours: true, permission: { resource: 'transaction', action: 'read' } } as const;

export const attachmentsCalls = {
  'attachments.begin': defineCall({
    ...shared, id: 'attachments.begin', method: 'POST', path: '/transactions/{id}/attachments/upload_url', body: who.extend({ mimeType: z.enum(attachmentMimes), size: announcedSize }),
    response: z.object({ url: z.string(), bodyRef: z.string() }), errors: ['sign_conditions_not_accepted', 'conflict', 'storage_exceeded', 'max_size_exceeded'],
  }),
  'attachments.attach': defineCall({
    ...shared, id: 'attachments.attach', method: 'POST', path: '/transactions/{id}/attachments', body: who.extend({ bodyRef: z.string().min(1).max(128), name: titleText }),
    response: transaction, errors: ['sign_conditions_not_accepted', 'conflict', 'file_body_missing'],
  }),
  'attachments.detach': defineCall({
    ...shared, id: 'attachments.detach', method: 'POST', path: '/transactions/{id}/attachments/detach', body: who,
    response: transaction, errors: ['sign_conditions_not_accepted', 'conflict'],
  }),
  'attachments.download': defineCall({
    ...shared, id: 'attachments.download', method: 'POST', path: '/transactions/{id}/attachments/download', body: z.object({ recipientId: objectId, requestId }),
    response: z.object({ url: z.string() }), errors: ['not_found'],
  }),
} as const;
