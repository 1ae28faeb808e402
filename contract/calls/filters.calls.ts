/** Filters of lists that the caller keeps, in the caller's own space or, with `orgId`, in that of an organization. Nobody else sees them. */
import { z } from 'zod';
import { orgQuery } from '#contract/calls/common.ts';
import { defineCall, nothing } from '#contract/calls/define.ts';
import { objectId } from '#contract/entities/common.ts';
import { savedFilter, savedFilterName, savedQuery } from '#contract/entities/saved-filter.ts';
import { resourceKinds } from '#contract/entities/sharing.ts';

export const filtersCalls = {
  /** Of all kinds of lists, sorted by name. */
  'filters.list': defineCall({
    id: 'filters.list', method: 'GET', path: '/filters', host: 'api', permission: 'self', query: orgQuery,
    response: z.object({ filters: z.array(savedFilter) }), ours: true,
  }),
  /** Another one of the same kind and name answers `conflict`, except for the same `id` again. */
  'filters.create': defineCall({
    id: 'filters.create', method: 'POST', path: '/filters', host: 'api', permission: 'self', query: orgQuery,
    body: z.object({ id: objectId.optional(), kind: z.enum(resourceKinds), name: savedFilterName, query: savedQuery }), response: savedFilter,
    errors: ['limit_exceeded', 'conflict'], ours: true,
  }),
  'filters.update': defineCall({
    id: 'filters.update', method: 'PUT', path: '/filters/{id}', host: 'api', permission: 'self',
    body: z.object({ name: savedFilterName }), response: savedFilter, errors: ['not_found', 'conflict'], ours: true,
  }),
  'filters.delete': defineCall({
    id: 'filters.delete', method: 'DELETE', path: '/filters/{id}', host: 'api', permission: 'self', response: nothing, errors: ['not_found'], ours: true,
  }),
} as const;
