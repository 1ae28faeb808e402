import { availability } from '../availability.ts';
import { hasTasks } from './has-tasks.ts';

/** Whether what is done to these resources has to wait for the server: it is away, or has not got what was done to them before. */
export const mustWaitFor = async (userId: string, ids: readonly string[]): Promise<boolean> => {
  if (availability() === 'unavailable') return true;
  if (!hasTasks()) return false;
  const { tasksOf } = await import('./task-store.ts');
  return (await tasksOf(userId)).some(({ resourceId, state }) => state !== 'failed' && ids.includes(resourceId));
};
