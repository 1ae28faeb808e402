import { useCallback, useSyncExternalStore } from 'react';
import { toAppError } from '#web/services/app-error.ts';
import { hasTasks } from '#web/services/tasks/has-tasks.ts';
import { onTasks } from '#web/services/tasks/task-signal.ts';
import type { Task } from '#web/services/tasks/task-store.ts';
import { selectUserId } from '../session/session.slice.ts';
import { useAppSelector } from '../store.ts';

const none: readonly Task[] = [];
const listeners = new Set<() => void>();
/** Whether something has changed since the last reading. */
let isStale = true;
let known: { readonly userId: string; readonly tasks: readonly Task[] } | null = null;

const read = async (userId: string): Promise<void> => {
  isStale = false;
  try {
    const tasks = hasTasks() ? await (await import('#web/services/tasks/task-store.ts')).tasksOf(userId) : none;
    known = { userId, tasks };
    for (const each of listeners) each();
  } catch (error) {
    console.info('What waits for the server can\'t be read', toAppError(error).code);
  }
};

onTasks(() => {
  isStale = true;
});

/** What was done here without the server and waits for it, in order, in all tabs. One reading serves all who look. */
export const useTasks = (): readonly Task[] => {
  const userId = useAppSelector(selectUserId);
  const subscribe = useCallback((listener: () => void) => {
    listeners.add(listener);
    if (userId !== null && (isStale || known?.userId !== userId)) void read(userId);
    const end = onTasks(() => {
      // The first of those who look reads for all.
      if (userId !== null && isStale) void read(userId);
    });
    return () => {
      listeners.delete(listener);
      end();
    };
  }, [userId]);
  return useSyncExternalStore(subscribe, () => (known !== null && known.userId === userId ? known.tasks : none));
};
