import { EventEmitter } from 'node:events';
import { Logger, parseCrontab, run, runMigrations, type Job, type Runner, type Task, type Worker, type WorkerEvents } from 'graphile-worker';
import type pg from 'pg';
import type { FastifyBaseLogger } from 'fastify';
import { during, type Act } from '#server/app/acts.ts';
import { givenBack } from './attempts.ts';
import { holdNodeLease } from './node-lease.ts';
import { patientPool } from './patient-pool.ts';

export interface Jobs {
  stop(): Promise<void>;
}

const usualAtOnce = 4;

const logLevels = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const;

const toLogger = (log: FastifyBaseLogger, jobOf: (workerId: string | undefined) => Job | null = () => null): Logger =>
  new Logger(({ workerId }) => (level, message) => {
    const job = jobOf(workerId);
    log[logLevels[level]](job === null ? {} : actOf(job), message);
  });

const actOf = ({ id, task_identifier: task, payload }: Job): Act => ({ ...traceOf(payload), job: id, task });

/** What `addJob` wrote. */
const traceOf = (payload: unknown): Pick<Act, 'traceId'> =>
  (typeof payload === 'object' && payload !== null && 'traceId' in payload && typeof payload.traceId === 'string' ? { traceId: payload.traceId } : {});

/** Whatever a job tells or queues is known by the act that it belongs to. */
const known = (task: Task): Task => (payload, helpers) => during(actOf(helpers.job), () => task(payload, helpers));

/** Tables of the job queue; its functions are called by our own transactions. */
export async function migrateJobs(pool: pg.Pool, log?: FastifyBaseLogger): Promise<void> {
  await runMigrations({ pgPool: pool, logger: log === undefined ? new Logger(() => () => undefined) : toLogger(log) });
}

/** What is done for each kind of job. */
export type Tasks = Readonly<Record<string, Task>>;

export const eachOf = (tasks: Tasks, change: (task: Task) => Task): Tasks =>
  Object.fromEntries(Object.entries(tasks).map(([name, task]) => [name, change(task)]));

/** Work that waits for nobody else's: where an outside service does not answer, the jobs of the other lanes go on. */
export interface Lane {
  readonly tasks: Tasks;
  /** A crontab. */
  readonly schedule?: string;
  /** How many of its jobs this node does side by side. */
  readonly atOnce?: number;
}

/** Works the queue off in this process. Several nodes may do so at once: each job is taken by one. */
export async function startJobs(pool: pg.Pool, lanes: readonly Lane[], log: FastifyBaseLogger): Promise<Jobs> {
  const lease = await holdNodeLease(pool, log);
  const events: WorkerEvents = new EventEmitter();
  const owned: Promise<void>[] = [];
  // Jobs are taken in the name of the pool, and given to its workers.
  events.on('pool:create', ({ workerPool }) => owned.push(lease.own(workerPool.id)));
  const workers = new Map<string, Worker>();
  events.on('worker:create', ({ worker }) => workers.set(worker.workerId, worker));
  const logger = toLogger(log, (workerId = '') => workers.get(workerId)?.getActiveJob() ?? null);
  const runners: Runner[] = [];
  for (const { tasks, schedule = '', atOnce = usualAtOnce } of lanes) {
    runners.push(await run({
      pgPool: patientPool(pool), taskList: eachOf(tasks, (task) => known(givenBack(pool, task))), parsedCronItems: parseCrontab(schedule), concurrency: atOnce, noHandleSignals: true, pollInterval: 2000,
      logger, events,
    }));
  }
  await Promise.all(owned);
  const stop = async (): Promise<void> => {
    await Promise.all(runners.map((runner) => runner.stop()));
    await lease.close();
  };
  let stopped: Promise<void> | undefined;
  return { stop: () => (stopped ??= stop()) };
}
