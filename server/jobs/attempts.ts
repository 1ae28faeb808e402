/** What counts as an attempt at a job: one that its own node cuts short, because it stops, does not. */
import type { JobHelpers, Task } from 'graphile-worker';
import type pg from 'pg';
import { whenBack } from '#server/adapters/database/away.ts';

type Attempt = Pick<JobHelpers, 'job'> & Partial<Pick<JobHelpers, 'abortSignal'>>;

const isCutShort = ({ abortSignal }: Attempt): boolean => abortSignal?.aborted === true;

/** Whether nobody will try again, should this attempt fail. */
export const isLastAttempt = (attempt: Attempt): boolean => attempt.job.attempts >= attempt.job.max_attempts && !isCutShort(attempt);

/** An attempt that fails while the node stops is given back to its job. */
export const givenBack = (pool: pg.Pool, task: Task): Task => async (payload, helpers) => {
  try {
    return await task(payload, helpers);
  } catch (error) {
    const { id, attempts } = helpers.job;
    const giveBack = 'update graphile_worker._private_jobs set attempts = attempts - 1 where id = $1 and attempts = $2';
    if (isCutShort(helpers)) await whenBack(() => pool.query(giveBack, [id, attempts]));
    throw error;
  }
};

/** A node that stops leaves it to the next one, instead of waiting for its end. Only for what does no harm when it is done twice at the same time. */
export const leftWhenStopping = (task: Task): Task => async (payload, helpers) => {
  await Promise.race([task(payload, helpers), helpers.abortPromise]);
};
