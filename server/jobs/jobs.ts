import { EventEmitter } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { Logger, parseCrontab, run, runMigrations, type Job, type Runner, type Task, type Worker, type WorkerEvents } from 'graphile-worker';
import type pg from 'pg';
import type { FastifyBaseLogger } from 'fastify';
import type { JobOutcome, Metrics } from '#server/platform/metrics/metrics.ts';
import { runInContext, type RequestContext } from '#server/platform/request-context.ts';
import { returnedOnShutdown } from './attempts.ts';
import { holdNodeLease } from './node-lease.ts';
import { retryingPool } from './retrying-pool.ts';

export interface Jobs {
  stop(): Promise<void>;
}

const usualAtOnce = 4;

const logLevels = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const;

const toLogger = (log: FastifyBaseLogger, jobOf: (workerId: string | undefined) => Job | null = () => null): Logger =>
  new Logger(({ workerId }) => (level, message) => {
    const job = jobOf(workerId);
    log[logLevels[level]](job === null ? {} : contextOf(job), message);
  });

const contextOf = ({ id, task_identifier: task, payload }: Job): RequestContext => ({ ...traceOf(payload), job: id, task });

/** The trace id that `addJob` stored in the payload. */
const traceOf = (payload: unknown): Pick<RequestContext, 'traceId'> =>
  (typeof payload === 'object' && payload !== null && 'traceId' in payload && typeof payload.traceId === 'string' ? { traceId: payload.traceId } : {});

/** Runs a job in its own context, so that its log lines and the jobs it queues have its trace id. */
const known = (task: Task): Task => (payload, helpers) => runInContext(contextOf(helpers.job), () => task(payload, helpers));

/** Reports how an attempt ended; one that is aborted because its node stops has not ended. */
const measured = (task: Task, metrics: Pick<Metrics, 'jobEnded'> | undefined): Task => async (payload, helpers) => {
  const began = performance.now();
  const ended = (outcome: JobOutcome): void => metrics?.jobEnded(helpers.job.task_identifier, outcome, (performance.now() - began) / 1000);
  try {
    const result = await task(payload, helpers);
    ended('done');
    return result;
  } catch (error) {
    if (helpers.abortSignal?.aborted !== true) ended('failed');
    throw error;
  }
};

/** Creates or updates the tables of the job queue; our transactions call its SQL functions. */
export async function migrateJobs(pool: pg.Pool, log?: FastifyBaseLogger): Promise<void> {
  await runMigrations({ pgPool: pool, logger: log === undefined ? new Logger(() => () => undefined) : toLogger(log) });
}

/** Handlers by name of the job. */
export type Tasks = Readonly<Record<string, Task>>;

export const eachOf = (tasks: Tasks, change: (task: Task) => Task): Tasks =>
  Object.fromEntries(Object.entries(tasks).map(([name, task]) => [name, change(task)]));

/** An independent worker: when an external service hangs, jobs in other lanes keep running. */
export interface Lane {
  readonly tasks: Tasks;
  /** Crontab of recurring jobs. */
  readonly schedule?: string;
  /** Number of the lane's jobs that this node runs concurrently. */
  readonly atOnce?: number;
}

const checkEvery = 1000;
const failedChecks = 3;

/**
 * Resolves when the database doesn't answer several times in a row. A runner whose connection broke while it stops may wait
 * for ever, and the end of its jobs can't be recorded anyway: other nodes take them over.
 */
async function databaseUnreachable(pool: pg.Pool, signal: AbortSignal): Promise<void> {
  for (let failed = 0; failed < failedChecks && !signal.aborted;) {
    failed = await pool.query('select 1').then(() => 0, () => failed + 1);
    await setTimeout(checkEvery, undefined, { signal }).catch(() => undefined);
  }
}

/** Runs the job queue in this process. Several nodes may do so at the same time: each job is taken by one of them. */
export async function startJobs(pool: pg.Pool, lanes: readonly Lane[], log: FastifyBaseLogger, metrics?: Pick<Metrics, 'jobEnded'>): Promise<Jobs> {
  const lease = await holdNodeLease(pool, log);
  const events: WorkerEvents = new EventEmitter();
  const owned: Promise<void>[] = [];
  // Jobs are locked by the id of the worker pool, not of a single worker.
  events.on('pool:create', ({ workerPool }) => owned.push(lease.own(workerPool.id)));
  const workers = new Map<string, Worker>();
  events.on('worker:create', ({ worker }) => workers.set(worker.workerId, worker));
  const logger = toLogger(log, (workerId = '') => workers.get(workerId)?.getActiveJob() ?? null);
  const runners: Runner[] = [];
  for (const { tasks, schedule = '', atOnce = usualAtOnce } of lanes) {
    runners.push(await run({
      pgPool: retryingPool(pool), taskList: eachOf(tasks, (task) => known(measured(returnedOnShutdown(pool, task), metrics))), parsedCronItems: parseCrontab(schedule), concurrency: atOnce, noHandleSignals: true, pollInterval: 2000,
      logger, events,
    }));
  }
  await Promise.all(owned);
  const stop = async (): Promise<void> => {
    const stopped = new AbortController();
    const runnersStopped = Promise.all(runners.map((runner) => runner.stop())).finally(() => stopped.abort());
    await Promise.race([runnersStopped, databaseUnreachable(pool, stopped.signal)]);
    await lease.close();
  };
  let stopped: Promise<void> | undefined;
  return { stop: () => (stopped ??= stop()) };
}
