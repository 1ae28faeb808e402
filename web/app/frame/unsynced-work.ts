import { waitingSignatures } from '#web/services/signing/signing-draft.service.ts';
import { tasksOf } from '#web/services/tasks/task-store.ts';

/** How much of a person's work is in this browser only: what they did without the server, and signatures that wait for it. */
export const countUnsynced = async (userId: string): Promise<number> => {
  const [tasks, signatures] = await Promise.all([tasksOf(userId), waitingSignatures(userId)]);
  return tasks.length + signatures.length;
};
