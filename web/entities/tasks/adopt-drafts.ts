/** Changes that a crash left in the store of drafts are saved without opening what they belong to. */
import type { CallId } from '#contract/calls/calls.ts';
import { DRAFTS, readCachedUnder, removeCached } from '#web/services/storage/database.ts';
import type { StoredDraft } from '#web/services/storage/draft-store.ts';
import { timing } from '#contract/limits/timing.ts';
import { changeTasks, type TaskDraft, type TaskResource } from '#web/services/tasks/task-store.ts';
import type { DraftContent } from '../merging/merge-draft.ts';
import { changedParts } from '../merging/merge-draft.ts';

/** Milliseconds. What is being edited is saved within seconds. */
const SETTLED = 60_000;
/** A version that no resource has: the changes are merged with what the server has by now. */
const NONE = 0;

const calls = { file: 'files.updateMeta', transaction: 'transactions.update', template: 'templates.update' } as const satisfies Record<TaskResource, CallId>;

const taskOf = (kind: TaskResource, resourceId: string, stored: StoredDraft<unknown>): TaskDraft | null => {
  const common = { kind, resourceId, call: calls[kind], version: NONE, needs: [] };
  if (kind === 'file') return { ...common, title: '', input: { params: { id: resourceId }, body: { attributes: { fields: stored.mine } } }, base: { fields: stored.base } };
  const { base, mine } = stored as StoredDraft<DraftContent>;
  const parts = changedParts(base, mine);
  const only = (from: DraftContent) => Object.fromEntries(parts.map((part) => [part, from[part]]));
  return parts.length === 0 ? null : { ...common, title: mine.name, input: { params: { id: resourceId }, body: only(mine) }, base: only(base) };
};

export const adoptDrafts = async (userId: string, now = Date.now()): Promise<void> => {
  for await (const values of readCachedUnder(userId, DRAFTS)) {
    for (const { key, value, writtenAt } of values) {
      const stored = value as StoredDraft<unknown>;
      const age = now - writtenAt;
      if (stored.isClash || age < SETTLED || age > timing.offlineTaskExpiry) continue;
      const name = key.slice(userId.length + 1);
      const [, kind, id = ''] = name.split('/');
      const task = taskOf(kind as TaskResource, id, stored);
      if (task) await changeTasks(userId, null, () => ({ add: [task] }));
      await removeCached(userId, name);
    }
  }
};
