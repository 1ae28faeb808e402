/** Deletes what this browser kept of a person whose sign-in has ended without them: answers and documents. What they wrote stays, for they may come back. */
import { toAppError } from '../app-error.ts';
import { silenceDevice } from '../push/device-push.ts';
import { clearCached } from '../storage/database.ts';
import { forgetBodies } from './cached-bodies.ts';

export const forgetStored = async (userId: string): Promise<void> => {
  for (const result of await Promise.allSettled([clearCached(userId, { keepDrafts: true }), forgetBodies(userId), silenceDevice()])) {
    if (result.status === 'rejected') console.warn('What the browser kept stays', toAppError(result.reason).code);
  }
};
