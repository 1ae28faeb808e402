/** Bulk sends. `bulks.create` returns at once and a job sends; counters and events report the progress. */
import { z } from 'zod';
import { lastCursor, orderedPage, orgQuery } from '#contract/calls/common.ts';
import { defineCall, nothing } from '#contract/calls/define.ts';
import { bulk, bulkCreate, bulkSummary, bulkUpdate } from '#contract/entities/bulk.ts';
import { callTimeouts, requestBodies } from '#contract/limits/calls.ts';

const timeout = callTimeouts.bulk;

export const bulksCalls = {
  'bulks.create': defineCall({
    id: 'bulks.create', method: 'POST', path: '/bulks', host: 'api', permission: 'self', query: orgQuery, body: bulkCreate, maxBody: requestBodies.people, response: bulk, timeout,
    errors: ['limit_exceeded', 'conflict', 'not_found', 'permission_denied', 'match_recipient', 'names_validation', 'not_ready', 'related_file_deleted', 'feature_not_supported', 'sign_not_pdf', 'send_approval_required', 'end_to_end_encrypted'],
  }),
  'bulks.list': defineCall({
    id: 'bulks.list', method: 'GET', path: '/bulks', host: 'api', permission: 'self', query: orgQuery.extend(orderedPage),
    response: z.object({ bulks: z.array(bulkSummary), lastKey: lastCursor }), timeout,
  }),
  'bulks.get': defineCall({
    id: 'bulks.get', method: 'GET', path: '/bulks/{id}', host: 'api', permission: { resource: 'bulk', action: 'read' }, response: bulk, timeout,
  }),
  'bulks.update': defineCall({
    id: 'bulks.update', method: 'PUT', path: '/bulks/{id}', host: 'api', permission: { resource: 'bulk', action: 'update' },
    body: bulkUpdate, response: bulk,
  }),
  /** Deletes the bulk for its owner at once. A job removes the transactions that were sent. */
  'bulks.delete': defineCall({
    id: 'bulks.delete', method: 'DELETE', path: '/bulks/{id}', host: 'api', permission: { resource: 'bulk', action: 'delete' }, response: nothing, timeout,
  }),
  /** Stops sending, and cancels the transactions that are not completed. */
  'bulks.cancel': defineCall({
    id: 'bulks.cancel', method: 'POST', path: '/bulks/{id}/cancel', host: 'api', permission: { resource: 'bulk', action: 'cancel' }, response: bulk, timeout,
  }),
} as const;
