/** People who used this browser before, and never signed out. */
import { timing } from '#contract/limits/timing.ts';
import { hasTransactionKeys } from '../encryption/has-transaction-keys.ts';
import { clearCached, lastWrittenFor, peopleCached } from '../storage/database.ts';
import { forgetBodies } from './cached-bodies.ts';

/** Deletes what is kept of those who were not here for so long that the app would not open for them either. */
export const forgetLongGone = async (userId: string, now = Date.now()): Promise<void> => {
  for (const other of await peopleCached()) {
    if (other === userId || now - (await lastWrittenFor(other)) < timing.offlineTaskExpiry) continue;
    await clearCached(other);
    await forgetBodies(other);
    if (hasTransactionKeys()) await (await import('../encryption/stored-keys.ts')).forgetTransactionKeys(other);
  }
};
