import { EventEmitter } from 'node:events';
import { Logger, run, runMigrations, type Runner, type TaskList, type WorkerEvents } from 'graphile-worker';
import type pg from 'pg';
import type { FastifyBaseLogger } from 'fastify';
import { holdNodeLease } from './node-lease.ts';
import { patientPool } from './patient-pool.ts';

export interface Jobs {
  stop(): Promise<void>;
}

const logLevels = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const;

const toLogger = (log: FastifyBaseLogger): Logger =>
  new Logger((scope) => (level, message) => log[logLevels[level]]({ job: scope.jobId, task: scope.taskIdentifier }, message));

/** Tables of the job queue; its functions are called by our own transactions. */
export async function migrateJobs(pool: pg.Pool, log?: FastifyBaseLogger): Promise<void> {
  await runMigrations({ pgPool: pool, logger: log === undefined ? new Logger(() => () => undefined) : toLogger(log) });
}

/** Works the queue off in this process. Several nodes may do so at once: each job is taken by one. */
export async function startJobs(pool: pg.Pool, tasks: TaskList, schedule: string, log: FastifyBaseLogger): Promise<Jobs> {
  const lease = await holdNodeLease(pool, log);
  const events: WorkerEvents = new EventEmitter();
  const owned: Promise<void>[] = [];
  // Jobs are taken in the name of the pool, and given to its workers.
  events.on('pool:create', ({ workerPool }) => owned.push(lease.own(workerPool.id)));
  const runner: Runner = await run({
    pgPool: patientPool(pool), taskList: tasks, crontab: schedule, concurrency: 4, noHandleSignals: true, pollInterval: 2000, logger: toLogger(log), events,
  });
  await Promise.all(owned);
  let stopped: Promise<void> | undefined;
  return { stop: () => (stopped ??= runner.stop().then(() => lease.close())) };
}
