/** Folders and tags of the caller or, with `orgId`, of an organization. Their entries stay when they are deleted. */
import { z } from 'zod';
import { orgQuery } from '#contract/calls/common.ts';
import { defineCall, nothing } from '#contract/calls/define.ts';
import { objectId } from '#contract/entities/common.ts';
import { label, labelKinds, labelName } from '#contract/entities/label.ts';

export const labelsCalls = {
  /** Sorted by name. */
  'labels.list': defineCall({
    id: 'labels.list', method: 'GET', path: '/labels', host: 'api', permission: 'self', query: orgQuery,
    response: z.object({ labels: z.array(label) }), ours: true,
  }),
  /** Another one of the same kind and name answers `conflict`, except for the same `id` again. */
  'labels.create': defineCall({
    id: 'labels.create', method: 'POST', path: '/labels', host: 'api', permission: 'self', query: orgQuery,
    body: z.object({ id: objectId.optional(), kind: z.enum(labelKinds), name: labelName }), response: label,
    errors: ['limit_exceeded', 'conflict', 'permission_denied'], ours: true,
  }),
  /** Only for whoever made it, and for administrators of its organization. */
  'labels.update': defineCall({
    id: 'labels.update', method: 'PUT', path: '/labels/{id}', host: 'api', permission: 'self',
    body: z.object({ name: labelName }), response: label, errors: ['not_found', 'permission_denied', 'conflict', 'second_factor_required'], ours: true,
  }),
  'labels.delete': defineCall({
    id: 'labels.delete', method: 'DELETE', path: '/labels/{id}', host: 'api', permission: 'self', response: nothing,
    errors: ['not_found', 'permission_denied', 'second_factor_required'], ours: true,
  }),
} as const;
