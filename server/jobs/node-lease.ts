/**
 * Returns the jobs of killed nodes to the queue, which by itself would wait for hours. Each node holds an advisory
 * lock for as long as its connection lives, and registers its workers. A node that can take another node's lock
 * knows that the other node is gone.
 */
import { randomInt } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { setSocketTimeout } from '#server/platform/database/socket-timeout.ts';
import type pg from 'pg';

const checkEvery = 3000;
/** Milliseconds without an answer from the database, after which the lock counts as lost. */
const socketTimeoutMs = 6000;
const reconnectDelay = 1000;
/**
 * Milliseconds. After a database outage all nodes have lost their locks. None counts as gone before all have had
 * time to notice and to take theirs again.
 */
const regainTime = 15_000;

/** A node that dies during the last attempt can't report the failure, so the job gets one more attempt. */
const oneMoreAttempt = 'update graphile_worker._private_jobs set max_attempts = max_attempts + 1 where locked_by = any($1) and attempts >= max_attempts and max_attempts < $2';
/** A job with this many lost attempts may itself crash its nodes. */
const mostAttempts = 25;

/**
 * Keeps workers that couldn't record the end of their job, so that another node detects them as gone and returns
 * the job.
 */
const strikeOut = 'delete from job_workers where node_key = $1 and not exists (select from graphile_worker._private_jobs where locked_by = worker_id)';

interface NodeLease {
  /** Registers a worker: from now on this node is responsible for its jobs. */
  own(workerId: string): Promise<void>;
  close(): Promise<void>;
}

export async function holdNodeLease(pool: pg.Pool, log: FastifyBaseLogger): Promise<NodeLease> {
  const lease = new Lease(pool, log);
  await lease.start();
  return lease;
}

class Lease implements NodeLease {
  readonly #pool: pg.Pool;
  readonly #log: FastifyBaseLogger;
  readonly #key = randomInt(1, 2 ** 47);
  readonly #workers: string[] = [];
  #client: pg.PoolClient | undefined;
  #timer: NodeJS.Timeout | undefined;
  #retry: NodeJS.Timeout | undefined;
  #regainedAt = 0;
  #looking = false;
  #closed = false;

  constructor(pool: pg.Pool, log: FastifyBaseLogger) {
    this.#pool = pool;
    this.#log = log;
  }

  async start(): Promise<void> {
    await this.#hold();
    await this.#releaseOthers();
    this.#timer = setInterval(() => void this.#look().catch((error: unknown) => this.#log.warn({ err: error }, 'jobs of lost nodes could not be looked for')), checkEvery);
    this.#timer.unref();
  }

  async own(workerId: string): Promise<void> {
    this.#workers.push(workerId);
    await this.#writeDown(this.#pool);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#timer);
    clearTimeout(this.#retry);
    // If the database is unavailable, the next node that finds the lock free removes the workers.
    await this.#pool.query(strikeOut, [this.#key]).catch((error: unknown) => this.#log.warn({ err: error }, 'the workers of this node were left for another to strike out'));
    const client = this.#client;
    this.#client = undefined;
    client?.release(true);
  }

  async #hold(): Promise<void> {
    const client = await this.#pool.connect();
    try {
      await client.query('select pg_advisory_lock($1)', [this.#key]);
      // Another node may have found the lock free meanwhile and removed the workers.
      await this.#writeDown(client);
    } catch (error) {
      client.release(true);
      throw error;
    }
    client.once('error', () => this.#lost(client));
    setSocketTimeout(client, socketTimeoutMs);
    this.#client = client;
  }

  async #regain(): Promise<void> {
    await this.#hold();
    this.#regainedAt = Date.now();
  }

  async #writeDown(connection: Pick<pg.PoolClient, 'query'>): Promise<void> {
    await connection.query('insert into job_workers (worker_id, node_key) select unnest($1::text[]), $2 on conflict do nothing', [this.#workers, this.#key]);
  }

  #lost(client: pg.PoolClient): void {
    // A client that was already released may still emit an error.
    if (this.#client !== client) return;
    this.#client = undefined;
    client.release(true);
    this.#again();
  }

  #again(): void {
    if (!this.#closed) this.#retry = setTimeout(() => void this.#regain().catch(() => this.#again()), reconnectDelay);
  }

  async #look(): Promise<void> {
    if (this.#looking) return;
    this.#looking = true;
    try {
      // An idle connection doesn't report a dead peer, so it is queried.
      await this.#client?.query('select 1');
      await this.#lookAtOthers();
    } finally {
      this.#looking = false;
    }
  }

  async #lookAtOthers(): Promise<void> {
    if (this.#client !== undefined && Date.now() - this.#regainedAt > regainTime) await this.#releaseOthers();
  }

  async #releaseOthers(): Promise<void> {
    const { rows } = await this.#pool.query<{ key: string }>('select distinct node_key as key from job_workers where node_key <> $1', [this.#key]);
    for (const { key } of rows) await this.#releaseIfDead(key);
  }

  async #releaseIfDead(key: string): Promise<void> {
    const client = await this.#pool.connect();
    try {
      await client.query('begin');
      const { rows: [lock] } = await client.query<{ gone: boolean }>('select pg_try_advisory_xact_lock($1) as gone', [key]);
      if (lock?.gone) {
        const { rows } = await client.query<{ worker_id: string }>('delete from job_workers where node_key = $1 returning worker_id', [key]);
        const workers = rows.map((row) => row.worker_id);
        await client.query(oneMoreAttempt, [workers, mostAttempts]);
        await client.query('select graphile_worker.force_unlock_workers($1::text[])', [workers]);
        this.#log.warn({ workers: rows.length }, 'a node is gone: its jobs were given back to the queue');
      }
      await client.query('commit');
    } catch (error) {
      await client.query('rollback');
      throw error;
    } finally {
      client.release();
    }
  }
}
