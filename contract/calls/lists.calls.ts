/** What people do to several entries of a list at once. An entry that can't be changed does not stop the others. */
import { z } from 'zod';
import { orgQuery } from '#contract/calls/common.ts';
import { defineCall } from '#contract/calls/define.ts';
import { objectId } from '#contract/entities/common.ts';
import { resourceKinds } from '#contract/entities/sharing.ts';
import { counts } from '#contract/limits/counts.ts';

const entries = { kind: z.enum(resourceKinds), ids: z.array(objectId).min(1).max(counts.listChanges) };
const tags = z.array(objectId).max(counts.tagsOfEntry).default([]);
/** In the order of the ids. `error`: why the entry was not changed. */
const results = z.object({ results: z.array(z.object({ id: objectId, error: z.enum(['not_found', 'limit_exceeded']).nullable() })) });

export const listsCalls = {
  /**
   * Puts entries into the archive, or takes them out. Owners, and administrators of the organization named, do so for all who see
   * them in that space; others do for themselves.
   */
  'lists.archive': defineCall({
    id: 'lists.archive', mayWait: true, method: 'POST', path: '/lists/archive', host: 'api', permission: 'self', query: orgQuery,
    body: z.object({ ...entries, archived: z.boolean() }), response: results, ours: true,
  }),
  /**
   * Moves entries to a folder (null: out of any), and adds and removes tags. In an organization only owners of the entries and
   * administrators may, because everybody there sees it.
   */
  'lists.label': defineCall({
    id: 'lists.label', mayWait: true, method: 'POST', path: '/lists/label', host: 'api', permission: 'self', query: orgQuery,
    body: z.object({ ...entries, folderId: objectId.nullable().optional(), addTags: tags, removeTags: tags }), response: results,
    errors: ['not_found'], ours: true,
  }),
} as const;
