/** Signed addresses of the folder storage: whoever has one may use it, once or until it expires. */
import { z } from 'zod';
import { orgQuery } from '#contract/calls/common.ts';
import { defineCall } from '#contract/calls/define.ts';
import { storageUsage } from '#contract/entities/storage.ts';

export const storageCalls = {
  /** Takes the bytes as they are; the content type must be the one the address was made for. */
  'storage.upload': defineCall({
    id: 'storage.upload', method: 'PUT', path: '/storage/uploads/{token}', host: 'api', auth: 'none', permission: 'anyone', bytes: { request: '*/*' },
    response: z.object({ bodyRef: z.string(), size: z.number().int(), hash: z.string(), version: z.number().int().nullable() }),
    errors: ['forbidden', 'max_size_exceeded', 'wrong_mime_type', 'conflict', 'resource_in_use', 'not_found', 'file_body_missing', 'picture_too_small', 'pdf_corrupted', 'verification_failed', 'connection_interrupted', 'storage_exceeded'], ours: true,
  }),
  'storage.download': defineCall({
    id: 'storage.download', method: 'GET', path: '/storage/downloads', host: 'api', auth: 'none', permission: 'anyone',
    query: z.object({ token: z.string() }), response: z.unknown(), bytes: { response: '*/*' }, errors: ['forbidden', 'not_found'], ours: true,
  }),
  /** Of the person, or of an organization they are a member of. */
  'storage.usage': defineCall({
    id: 'storage.usage', method: 'GET', path: '/storage/usage', host: 'api', permission: 'self', query: orgQuery, response: storageUsage, ours: true,
  }),
} as const;
