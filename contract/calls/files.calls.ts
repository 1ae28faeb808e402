/** Files. Bodies are transferred through signed URLs, metadata through these calls. */
import { z } from 'zod';
import { defineCall, nothing } from '#contract/calls/define.ts';
import { lastCursor, orderedPage, orgQuery } from '#contract/calls/common.ts';
import { sharingCalls } from '#contract/calls/sharing.calls.ts';
import { bodyMimeType, detachedSignature, fileMimeType, fileCounters, fileCreate, fileEvents, fileMeta, fileSummary, fileUpdate } from '#contract/entities/file.ts';
import { objectId, titleText } from '#contract/entities/common.ts';
import { resourcesQuery } from '#contract/entities/list-query.ts';
import { announcedSize, uploadBase } from '#contract/entities/storage.ts';
import { requestBodies } from '#contract/limits/calls.ts';
import { insight } from '#contract/entities/insight.ts';

const uploadTarget = z.object({ url: z.string(), bodyRef: z.string() });

const sharing = sharingCalls('files', 'file');

export const filesCalls = {
  /** Returns the URL for a new body. Upload it with PUT and the same content type. */
  'files.uploadUrl': defineCall({
    id: 'files.uploadUrl', method: 'POST', path: '/files/upload_url', host: 'api', permission: 'self', query: orgQuery,
    body: z.object({ mimeType: fileMimeType, size: announcedSize }), response: uploadTarget, errors: ['wrong_mime_type', 'limit_exceeded', 'storage_exceeded'],
  }),
  /** Idempotent for the same id and body. */
  'files.createMeta': defineCall({
    id: 'files.createMeta', method: 'POST', path: '/files/meta', host: 'api', permission: 'self',
    query: orgQuery, body: fileCreate, maxBody: requestBodies.fields, response: fileMeta,
    errors: ['file_body_missing', 'conflict', 'create_file_permission_denied', 'pdf_corrupted', 'feature_not_supported', 'storage_exceeded'],
  }),
  'files.list': defineCall({
    id: 'files.list', method: 'GET', path: '/files', host: 'api', permission: 'self',
    query: orgQuery.extend({ ...orderedPage, ...resourcesQuery.shape }),
    response: z.object({ files: z.array(fileSummary), lastKey: lastCursor, counters: fileCounters }),
    errors: ['feature_not_supported'],
  }),
  'files.downloadUrl': defineCall({
    id: 'files.downloadUrl', method: 'GET', path: '/files/download_url/{id}', host: 'api',
    permission: { resource: 'file', action: 'download' },
    query: z.object({ version: z.coerce.number().int().min(1).optional() }),
    response: z.object({ url: z.string(), version: z.number().int(), hash: z.string(), size: z.number().int() }),
    errors: ['version_not_found', 'related_file_deleted'],
  }),
  /** The signatures beside the current body: those of an XHTML page. A PDF holds its own, and has none here. */
  'files.signatures': defineCall({
    id: 'files.signatures', method: 'GET', path: '/files/{id}/signatures', host: 'api', ours: true,
    permission: { resource: 'file', action: 'download' }, response: z.object({ signatures: z.array(detachedSignature) }),
  }),
  'files.getMeta': defineCall({
    id: 'files.getMeta', method: 'GET', path: '/files/meta/{id}', host: 'api',
    permission: { resource: 'file', action: 'read' }, response: fileMeta, errors: ['related_file_deleted'],
  }),
  'files.updateMeta': defineCall({
    id: 'files.updateMeta', mayWait: true, method: 'PUT', path: '/files/meta/{id}', host: 'api',
    permission: { resource: 'file', action: 'updateMeta' }, body: fileUpdate, maxBody: requestBodies.fields, response: fileMeta, errors: ['conflict', 'resource_in_use', 'part_locked'],
  }),
  /** Returns the URL for a new version of the body, or for its tail if `base` is given. The PUT makes it the current version. */
  'files.updateUrl': defineCall({
    id: 'files.updateUrl', method: 'POST', path: '/files/update_url/{id}', host: 'api',
    permission: { resource: 'file', action: 'updateBody' },
    body: z.object({ mimeType: bodyMimeType, size: announcedSize, base: uploadBase }), response: uploadTarget,
    errors: ['wrong_mime_type', 'resource_in_use', 'storage_exceeded', 'conflict', 'part_locked'],
  }),
  /** Starts a conversion; the event `convert_to_pdf` reports its end. A repeated call returns its status. */
  'files.convertToPdf': defineCall({
    id: 'files.convertToPdf', method: 'GET', path: '/files/{id}/convert_to_pdf', host: 'api',
    permission: { resource: 'file', action: 'updateBody' },
    /** `ask`: only returns the status and starts nothing. */
    query: z.object({ ask: z.enum(['true']).optional() }),
    response: z.object({
      status: z.enum(['pending', 'resolved', 'rejected']),
      /**
       * Number of conversions before this one; 0 while it is in progress, null if it is not queued. It rises when a document needs
       * long and goes to the queue of such documents.
       */
      ahead: z.number().int().min(0).nullable(),
    }),
    errors: ['invalid_file_extension', 'resource_in_use', 'too_many_requests', 'part_locked'],
  }),
  /** Imports a file from a public URL. Addresses in the server's own network are refused. */
  'files.importUrl': defineCall({
    id: 'files.importUrl', method: 'POST', path: '/files/import_url', host: 'api', permission: 'self', query: orgQuery,
    body: z.object({ id: objectId.optional(), url: z.string().max(2048), title: titleText.optional() }),
    response: fileMeta, ours: true,
    errors: ['invalid_url', 'unable_to_get', 'max_size_exceeded', 'wrong_mime_type', 'conflict', 'create_file_permission_denied', 'file_body_missing', 'storage_exceeded'],
  }),
  'files.delete': defineCall({
    id: 'files.delete', mayWait: true, method: 'DELETE', path: '/files/{id}', host: 'api',
    permission: { resource: 'file', action: 'delete' }, response: nothing, errors: ['resource_in_use', 'part_locked'],
  }),
  'files.insights': defineCall({
    id: 'files.insights', method: 'GET', path: '/files/{id}/insights', host: 'api',
    permission: { resource: 'file', action: 'readInsights' }, response: z.object({ insights: z.array(insight) }),
  }),
  'files.reportEvent': defineCall({
    id: 'files.reportEvent', method: 'POST', path: '/files/{id}/report_event', host: 'api',
    permission: { resource: 'file', action: 'reportEvent' }, body: z.object({ event: z.enum(fileEvents) }), response: nothing,
  }),
  'files.getShare': sharing.getShare,
  'files.share': sharing.share,
  'files.changeOwner': sharing.changeOwner,
  'files.stopSharing': sharing.stopSharing,
  'files.accessRequests': sharing.accessRequests,
  'files.requestAccess': sharing.requestAccess,
  'files.acceptAccess': sharing.acceptAccess,
  'files.rejectAccess': sharing.rejectAccess,
} as const;
