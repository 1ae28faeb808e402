/** Signed URLs of the storage. Anyone with the URL may use it, once (upload) or until it expires (download). */
import { z } from 'zod';
import { orgQuery } from '#contract/calls/common.ts';
import { defineCall } from '#contract/calls/define.ts';
import { storageUsage, uploadBaseQuery } from '#contract/entities/storage.ts';

export const storageCalls = {
  /**
   * Takes raw bytes: a whole body, or, if the URL names a base, the tail to append to it. The content type must be the one the URL
   * was issued for. Returns size and hash of the whole body.
   */
  'storage.upload': defineCall({
    id: 'storage.upload', method: 'PUT', path: '/storage/uploads/{token}', host: 'api', auth: 'none', permission: 'anyone', bytes: { request: '*/*' }, query: uploadBaseQuery,
    response: z.object({ bodyRef: z.string(), size: z.number().int(), hash: z.string(), version: z.number().int().nullable() }),
    errors: ['forbidden', 'max_size_exceeded', 'wrong_mime_type', 'conflict', 'resource_in_use', 'not_found', 'file_body_missing', 'picture_too_small', 'pdf_corrupted', 'verification_failed', 'connection_interrupted', 'storage_exceeded'], ours: true,
  }),
  'storage.download': defineCall({
    id: 'storage.download', method: 'GET', path: '/storage/downloads', host: 'api', auth: 'none', permission: 'anyone',
    query: z.object({ token: z.string() }), response: z.unknown(), bytes: { response: '*/*' }, errors: ['forbidden', 'not_found'], ours: true,
  }),
  /** Storage usage of the caller or, with `orgId`, of an organization. */
  'storage.usage': defineCall({
    id: 'storage.usage', method: 'GET', path: '/storage/usage', host: 'api', permission: 'self', query: orgQuery, response: storageUsage, ours: true,
  }),
} as const;
