/**
 * End-to-end encrypted transactions (0085). What the server takes and returns is encrypted: it can check neither what a version
 * contains nor that it continues the one before, which the browsers of sender and recipients do.
 *
 * - Sender: `transactions.create` with `endToEndEncrypted`, then `uploadUrl`, PUT, `send`.
 * - Active recipient: `versions`, `downloadUrl` of each, then `uploadUrl`, PUT, `sign`.
 */
import { z } from 'zod';
import { defineCall } from '#contract/calls/define.ts';
import { encryptedVersion } from '#contract/entities/encrypted-version.ts';
import { announcedSize } from '#contract/entities/storage.ts';
import { transaction } from '#contract/entities/transaction.ts';

const shared = { host: 'api', ours: true } as const;
const reading = { ...shared, permission: { resource: 'transaction', action: 'read' } } as const;
const stored = z.object({ bodyRef: z.string().min(1).max(128) });

export const encryptedTransactionsCalls = {
  /** For the sender of a draft and the active recipient: the address for the next version, and its number. */
  'encryptedTransactions.uploadUrl': defineCall({
    ...reading, id: 'encryptedTransactions.uploadUrl', method: 'POST', path: '/transactions/{id}/encrypted/upload_url', body: z.object({ size: announcedSize }),
    response: stored.extend({ url: z.string(), version: z.number().int() }), errors: ['sign_conditions_not_accepted', 'storage_exceeded', 'feature_not_supported'],
  }),
  /** Sends the uploaded first version. Idempotent. */
  'encryptedTransactions.send': defineCall({
    ...shared, permission: { resource: 'transaction', action: 'sendEncrypted' }, id: 'encryptedTransactions.send', method: 'POST', path: '/transactions/{id}/encrypted/send', body: stored,
    response: transaction, errors: ['not_ready', 'fields_empty', 'file_body_missing', 'wrong_mime_type', 'limit_exceeded', 'send_approval_required', 'conflict', 'feature_not_supported'],
  }),
  /** The uploaded version contains the caller's signature, which completes what they are asked for. `conflict`: it is not the next version. Idempotent. */
  'encryptedTransactions.sign': defineCall({
    ...reading, id: 'encryptedTransactions.sign', method: 'POST', path: '/transactions/{id}/encrypted/sign', body: stored,
    response: transaction, errors: ['sign_conditions_not_accepted', 'file_body_missing', 'wrong_mime_type', 'conflict', 'feature_not_supported'],
  }),
  'encryptedTransactions.versions': defineCall({
    ...reading, id: 'encryptedTransactions.versions', method: 'GET', path: '/transactions/{id}/encrypted/versions',
    response: z.object({ versions: z.array(encryptedVersion) }), errors: ['feature_not_supported'],
  }),
  /** Without `version`, the latest. */
  'encryptedTransactions.downloadUrl': defineCall({
    ...reading, id: 'encryptedTransactions.downloadUrl', method: 'GET', path: '/transactions/{id}/encrypted/download_url', query: z.object({ version: z.coerce.number().int().min(1).optional() }),
    response: z.object({ url: z.string(), size: z.number().int() }), errors: ['version_not_found', 'feature_not_supported'],
  }),
} as const;
