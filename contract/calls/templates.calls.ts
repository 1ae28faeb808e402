/** Templates. Using a template creates a draft with copies of its files, so the template stays unchanged. */
import { z } from 'zod';
import { lastCursor, orderedPage, orgQuery } from '#contract/calls/common.ts';
import { defineCall, nothing } from '#contract/calls/define.ts';
import { sharingCalls } from '#contract/calls/sharing.calls.ts';
import { objectId } from '#contract/entities/common.ts';
import { insight } from '#contract/entities/insight.ts';
import { resourcesQuery } from '#contract/entities/list-query.ts';
import { template, templateCounters, templateCreate, templateUpdate, templateUse, transactionDetails } from '#contract/entities/template.ts';
import { transaction, transactionName } from '#contract/entities/transaction.ts';

const sharing = sharingCalls('templates', 'template');

export const templatesCalls = {
  'templates.create': defineCall({
    id: 'templates.create', mayWait: true, method: 'POST', path: '/templates', host: 'api', permission: 'self',
    query: orgQuery, body: templateCreate, response: template,
    errors: ['limit_exceeded', 'conflict', 'related_file_deleted', 'resource_in_use', 'match_recipient', 'invalid_library_resource', 'permission_denied', 'feature_not_supported'],
  }),
  /** `library`: lists the public templates. */
  'templates.list': defineCall({
    id: 'templates.list', method: 'GET', path: '/templates', host: 'api', permission: 'self',
    query: orgQuery.extend({ library: z.enum(['true', 'false']).optional(), ...orderedPage, ...resourcesQuery.shape }),
    response: z.object({ templates: z.array(template), lastKey: lastCursor, counters: templateCounters }), errors: ['feature_not_supported'],
  }),
  /** Those that the caller used last, then those that changed last. */
  'templates.recent': defineCall({
    id: 'templates.recent', method: 'GET', path: '/templates/recent', host: 'api', permission: 'self', query: orgQuery,
    response: z.object({ templates: z.array(z.object({ id: objectId, name: z.string() })) }), ours: true,
  }),
  'templates.get': defineCall({
    id: 'templates.get', method: 'GET', path: '/templates/{id}', host: 'api', permission: { resource: 'template', action: 'read' }, response: template,
  }),
  'templates.update': defineCall({
    id: 'templates.update', mayWait: true, method: 'PUT', path: '/templates/{id}', host: 'api',
    permission: { resource: 'template', action: 'update' }, body: templateUpdate, response: template,
    errors: ['conflict', 'related_file_deleted', 'resource_in_use', 'match_recipient', 'invalid_library_resource', 'feature_not_supported'],
  }),
  'templates.delete': defineCall({
    id: 'templates.delete', mayWait: true, method: 'DELETE', path: '/templates/{id}', host: 'api', permission: { resource: 'template', action: 'delete' }, response: nothing,
  }),
  'templates.insights': defineCall({
    id: 'templates.insights', method: 'GET', path: '/templates/{id}/insights', host: 'api',
    permission: { resource: 'template', action: 'readInsights' }, response: z.object({ insights: z.array(insight) }),
  }),
  'templates.use': defineCall({
    id: 'templates.use', method: 'POST', path: '/templates/{id}/use', host: 'api',
    permission: { resource: 'template', action: 'use' }, query: orgQuery, body: templateUse, response: transaction,
    errors: ['limit_exceeded', 'storage_exceeded', 'conflict', 'fields_empty', 'match_recipient', 'names_validation', 'related_file_deleted', 'part_locked'],
  }),
  /** Creates a draft whose only signer is the caller. */
  'templates.useLibrary': defineCall({
    id: 'templates.useLibrary', method: 'POST', path: '/templates/library/{id}/use', host: 'api',
    permission: { resource: 'template', action: 'useLibrary' }, query: orgQuery,
    body: z.object({ transactionDetails: transactionDetails.prefault({}) }).prefault({}), response: transaction,
    errors: ['limit_exceeded', 'storage_exceeded', 'conflict', 'invalid_library_resource', 'related_file_deleted', 'fields_empty', 'feature_not_supported', 'part_locked'],
  }),
  'templates.fromTransaction': defineCall({
    id: 'templates.fromTransaction', method: 'POST', path: '/templates/from_transaction/{id}', host: 'api',
    permission: { resource: 'transaction', action: 'copy' }, query: orgQuery,
    body: z.object({ id: objectId.optional(), name: transactionName.optional() }).prefault({}), response: template,
    errors: ['limit_exceeded', 'storage_exceeded', 'conflict', 'related_file_deleted', 'pdf_corrupted'],
  }),
  'templates.getShare': sharing.getShare,
  'templates.share': sharing.share,
  'templates.changeOwner': sharing.changeOwner,
  'templates.stopSharing': sharing.stopSharing,
  'templates.accessRequests': sharing.accessRequests,
  'templates.requestAccess': sharing.requestAccess,
  'templates.acceptAccess': sharing.acceptAccess,
  'templates.rejectAccess': sharing.rejectAccess,
} as const;
