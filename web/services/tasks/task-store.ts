/** What somebody did without the server, in order, until the server has it. */
import type { DBSchema } from 'idb';
import type { CallId } from '#contract/calls/calls.ts';
import { timing } from '#contract/limits/timing.ts';
import type { ErrorInfo } from '../app-error.ts';
import { AppError } from '../app-error.ts';
import type { RawInput } from '../api/request.ts';
import { isForgotten } from '../storage/forgotten.ts';
import { openedDatabase } from '../storage/open-database.ts';
import { noteTasks } from './has-tasks.ts';
import { announceTasks } from './task-signal.ts';

export type TaskResource = 'file' | 'transaction' | 'template';

/**
 * `waiting`: is sent when the server is there. `syncing`: is being sent; an older mark than `timing.syncingLock` counts as broken off.
 * `failed`: waits for the person, who reads the reason.
 */
type TaskState = 'waiting' | 'syncing' | 'failed';

export interface TaskDraft {
  readonly kind: TaskResource;
  /** The resource that it changes. */
  readonly resourceId: string;
  /** The resource's title, for lists. */
  readonly title: string;
  readonly call: CallId;
  readonly input: RawInput;
  /** What the changed parts were before, for a merge with what others change meanwhile. */
  readonly base?: Readonly<Record<string, unknown>> | undefined;
  /** The version of the resource that the change is based on. */
  readonly version?: number | undefined;
  /** Resources that have to be on the server first. */
  readonly needs: readonly string[];
}

/** One act. */
export interface Task extends TaskDraft {
  /** In the order of the acts, also across tabs. */
  readonly id: number;
  readonly userId: string;
  /** The space in which the person worked. */
  readonly orgId: string | null;
  readonly createdAt: number;
  readonly state: TaskState;
  readonly syncingSince: number | null;
  /** Why the last try failed. */
  readonly reason: ErrorInfo | null;
}

type NewTask = Omit<Task, 'id'>;

/** The bytes of a document that is only here. */
interface TaskBody {
  readonly fileId: string;
  readonly userId: string;
  readonly body: Blob;
}

interface Schema extends DBSchema {
  tasks: { key: number; value: NewTask & { id?: number }; indexes: { userId: string } };
  bodies: { key: string; value: TaskBody; indexes: { userId: string } };
}

const request = openedDatabase<Schema>('countersign-tasks', 1, (database) => {
  database.createObjectStore('tasks', { keyPath: 'id', autoIncrement: true }).createIndex('userId', 'userId');
  database.createObjectStore('bodies', { keyPath: 'fileId' }).createIndex('userId', 'userId');
});

export const isCreation = ({ call }: Pick<Task, 'call'>): boolean => call === 'files.createMeta' || call === 'transactions.create' || call === 'templates.create';

/** Whether it is too old to be sent without a look at it. What exists only here is not. */
export const isExpired = (task: Pick<Task, 'call' | 'createdAt'>, now = Date.now()): boolean => !isCreation(task) && now - task.createdAt > timing.offlineTaskExpiry;

/** The tasks of a person, in order. */
export const tasksOf = async (userId: string): Promise<Task[]> => (await request((database) => database.getAllFromIndex('tasks', 'userId', userId))) as Task[];

const noteCount = async (): Promise<void> => noteTasks((await request((database) => database.count('tasks'))) > 0);

/** What becomes of the tasks of a person: the changed ones, those that end, and those that are added after them. */
export interface TaskChanges {
  readonly put?: readonly Task[];
  readonly remove?: readonly Task[];
  readonly add?: readonly TaskDraft[];
}

/** Changes the tasks of a person in one transaction, as `decide` says from what there is. Nothing of this browser comes in between. */
export const changeTasks = async (userId: string, orgId: string | null, decide: (tasks: readonly Task[]) => TaskChanges, body?: { fileId: string; body: Blob }): Promise<void> => {
  // Before the write: a page that is closed right after it leaves a task that is found.
  noteTasks(true);
  await request(async (database) => {
    if (isForgotten(userId)) return;
    const transaction = database.transaction(['tasks', 'bodies'], 'readwrite');
    const tasks = transaction.objectStore('tasks');
    const bodies = transaction.objectStore('bodies');
    const { put = [], remove = [], add = [] } = decide((await tasks.index('userId').getAll(userId)) as Task[]);
    const gone = remove.flatMap(({ call, resourceId }) => (call === 'files.createMeta' ? [resourceId] : []));
    const now = Date.now();
    await Promise.all([
      ...(body ? [bodies.put({ ...body, userId })] : []),
      ...put.map((task) => tasks.put(task)),
      ...remove.map(({ id }) => tasks.delete(id)),
      ...gone.map((fileId) => bodies.delete(fileId)),
      ...add.map((draft) => tasks.add({ ...draft, userId, orgId, createdAt: now, state: 'waiting', syncingSince: null, reason: null })),
      transaction.done,
    ]);
  });
  await noteCount();
  announceTasks();
};

/** Changes a task, unless it has ended meanwhile. Returns it as it is now, with what was done to it since it was read; null if it has ended. */
export const changeTask = async (task: Task, change: Partial<Pick<Task, 'state' | 'syncingSince' | 'reason' | 'version' | 'input' | 'base'>>): Promise<Task | null> => {
  const current = await request(async (database) => {
    const { store, done } = database.transaction('tasks', 'readwrite');
    const known = (await store.get(task.id)) as Task | undefined;
    const changed = known ? { ...known, ...change } : null;
    if (changed) await store.put(changed);
    await done;
    return changed;
  });
  announceTasks();
  return current;
};

export const taskBody = async (userId: string, fileId: string): Promise<Blob | null> => {
  const found = await request((database) => database.get('bodies', fileId));
  return found?.userId === userId ? found.body : null;
};

/** Fails where this browser has no room for a document: better at once than when the window is closed. */
export const assertRoom = async (size: number): Promise<void> => {
  const { quota, usage = 0 } = (await navigator.storage?.estimate?.()) ?? {};
  if (quota !== undefined && size > quota - usage) throw new AppError('max_size_exceeded', { message: 'This browser has no room for the document' });
};

/** Deletes what a person did and the server does not have, at sign-out. */
export const forgetTasks = async (userId: string): Promise<void> => {
  await request(async (database) => {
    const transaction = database.transaction(['tasks', 'bodies'], 'readwrite');
    for (const name of ['tasks', 'bodies'] as const) {
      const store = transaction.objectStore(name);
      for (const key of await store.index('userId').getAllKeys(userId)) await store.delete(key);
    }
    await transaction.done;
  });
  await noteCount();
  announceTasks();
};
