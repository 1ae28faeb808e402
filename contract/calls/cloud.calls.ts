/**
 * Import from cloud sources. `connect` returns the source's authorization URL. The source redirects to `callback`, which
 * redirects to the page the user came from, with a `cloud_ticket`. `finish` consumes the ticket, for the same user only.
 */
import { z } from 'zod';
import { orgQuery } from '#contract/calls/common.ts';
import { defineCall, nothing } from '#contract/calls/define.ts';
import { cloudEntry, cloudSources } from '#contract/entities/cloud.ts';
import { objectId } from '#contract/entities/common.ts';
import { fileMeta } from '#contract/entities/file.ts';
import { lengths } from '#contract/limits/lengths.ts';

const source = z.enum(cloudSources);
/**
 * Printable ASCII (RFC 6749, appendices A.5, A.7 and A.11). Percent-encoding makes other characters up to nine times longer, and
 * Node limits a request's headers to 16 kB.
 */
const printable = (longest: number) => z.string().max(longest).regex(/^[ -~]*$/, 'Expected printable ASCII');
const shared = { host: 'api', permission: 'self', ours: true } as const;

export const cloudCalls = {
  'cloud.sources': defineCall({
    ...shared, id: 'cloud.sources', method: 'GET', path: '/cloud',
    response: z.object({ sources: z.array(z.object({ source, connected: z.boolean() })) }),
  }),
  'cloud.connect': defineCall({
    ...shared, id: 'cloud.connect', method: 'POST', path: '/cloud/connect', body: z.object({ source, returnTo: z.string().min(1).max(2048) }),
    response: z.object({ url: z.string() }), errors: ['unsupported_source'],
  }),
  'cloud.callback': defineCall({
    ...shared, id: 'cloud.callback', method: 'GET', path: '/cloud/callback', auth: 'none', permission: 'anyone',
    query: z.object({ state: printable(200).min(1), code: printable(4096).optional(), error: printable(256).optional() }).loose(),
    response: nothing, errors: ['invalid_link'],
  }),
  'cloud.finish': defineCall({
    ...shared, id: 'cloud.finish', method: 'POST', path: '/cloud/finish', body: z.object({ ticket: z.string().min(1).max(200) }),
    response: z.object({ source }), errors: ['invalid_link', 'integration_error'],
  }),
  'cloud.disconnect': defineCall({
    ...shared, id: 'cloud.disconnect', method: 'POST', path: '/cloud/disconnect', body: z.object({ source }), response: nothing,
  }),
  /** Lists a folder; the root without `folder`. `next` is the `page` of the next request. */
  'cloud.files': defineCall({
    ...shared, id: 'cloud.files', method: 'GET', path: '/cloud/files',
    query: z.object({ source, folder: z.string().min(1).max(512).optional(), page: z.string().min(1).max(2048).optional() }),
    response: z.object({ entries: z.array(cloudEntry), next: z.string().nullable() }), errors: ['unsupported_source', 'integration_error'],
  }),
  'cloud.import': defineCall({
    ...shared, id: 'cloud.import', method: 'POST', path: '/files/import_cloud', query: orgQuery,
    body: z.object({ id: objectId.optional(), source, entry: z.string().min(1).max(512), title: z.string().trim().min(1).max(lengths.title).optional() }),
    response: fileMeta,
    errors: ['unsupported_source', 'integration_error', 'unable_to_get', 'max_size_exceeded', 'wrong_mime_type', 'conflict', 'create_file_permission_denied', 'file_body_missing', 'storage_exceeded'],
  }),
} as const;
