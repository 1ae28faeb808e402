/** Changes made without the server to what somebody else has changed as well: they wait in the store of drafts until the resource is opened. */
import { timing } from '#contract/limits/timing.ts';
import { DRAFTS, readCachedUnder, removeCached } from '../storage/database.ts';
import { announceTasks } from './task-signal.ts';
import type { TaskResource } from './task-store.ts';

export interface StoredClash {
  readonly userId: string;
  /** Its name in the store. */
  readonly name: string;
  readonly kind: TaskResource;
  readonly id: string;
  /** Empty for the fields of a document. */
  readonly title: string;
}

/** What was stored and not saved since. What is being edited is saved within seconds. */
export const clashesOf = async (userId: string): Promise<StoredClash[]> => {
  const found: StoredClash[] = [];
  for await (const values of readCachedUnder(userId, DRAFTS)) {
    for (const { key, value, writtenAt } of values) {
      const name = key.slice(userId.length + 1);
      const [, kind, id = ''] = name.split('/');
      const { mine } = value as { mine: { name?: string } };
      if (Date.now() - writtenAt < timing.offlineTaskExpiry) found.push({ userId, name, kind: kind as TaskResource, id, title: mine.name ?? '' });
    }
  }
  return found;
};

export const forgetClash = async (userId: string, { name }: StoredClash): Promise<void> => {
  await removeCached(userId, name);
  announceTasks();
};
