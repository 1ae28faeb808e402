/** Which attempts at a job count: an attempt that is aborted because its node stops doesn't. */
import type { JobHelpers, Task } from 'graphile-worker';
import type pg from 'pg';
import { retryWhileUnavailable } from '#server/platform/database/connection-errors.ts';

type Attempt = Pick<JobHelpers, 'job'> & Partial<Pick<JobHelpers, 'abortSignal'>>;

const isCutShort = ({ abortSignal }: Attempt): boolean => abortSignal?.aborted === true;

/** Whether a failure of this attempt would be final. */
export const isLastAttempt = (attempt: Attempt): boolean => attempt.job.attempts >= attempt.job.max_attempts && !isCutShort(attempt);

/** Returns an attempt to its job when it fails because the node stops. */
export const returnedOnShutdown = (pool: pg.Pool, task: Task): Task => async (payload, helpers) => {
  try {
    return await task(payload, helpers);
  } catch (error) {
    const { id, attempts } = helpers.job;
    const giveBack = 'update graphile_worker._private_jobs set attempts = attempts - 1 where id = $1 and attempts = $2';
    if (isCutShort(helpers)) await retryWhileUnavailable(() => pool.query(giveBack, [id, attempts]));
    throw error;
  }
};

/**
 * Leaves a running job to the next node at shutdown, instead of waiting for its end. Only for jobs that are safe to
 * run twice concurrently.
 */
export const abandonedOnShutdown = (task: Task): Task => async (payload, helpers) => {
  await Promise.race([task(payload, helpers), helpers.abortPromise]);
};
