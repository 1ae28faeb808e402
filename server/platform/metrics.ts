/** Prometheus metrics. Each server has its own registry, so that several can run in one process. */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { sql } from 'kysely';
import { authEventKinds, type AuthEventKind } from '#contract/entities/auth-event.ts';
import type pg from 'pg';
import type { Db } from '#server/platform/database/database.ts';

export interface Metrics {
  answered(route: string, method: string, status: number, seconds: number): void;
  authEvent(kind: AuthEventKind): void;
  refusedByPolicy(directive: string): void;
  streamOpened(): void;
  streamClosed(): void;
  text(): Promise<string>;
}

const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

export function createMetrics({ db, pool }: { db: Db; pool: pg.Pool }): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({ name: 'http_request_duration_seconds', help: 'Answers by route', labelNames: ['route', 'method', 'status'], buckets, registers });
  const streams = new Gauge({ name: 'countersign_event_streams', help: 'Open streams of live events', registers });
  const authEvents = new Counter({ name: 'countersign_auth_events_total', help: 'Sign-ins, failures, and changes of how people sign in', labelNames: ['kind'], registers });
  // Initialised to zero: an alert rule needs a series for kinds that haven't occurred yet.
  for (const kind of authEventKinds) authEvents.inc({ kind }, 0);
  const refusals = new Counter({ name: 'countersign_policy_violations_total', help: 'What browsers refused because of the policy of our pages', labelNames: ['directive'], registers });
  registerWaiting(db, registers);
  registerStorage(db, registers);
  registerPool(pool, registers);
  return {
    answered: (route, method, status, seconds) => duration.observe({ route, method, status }, seconds),
    authEvent: (kind) => authEvents.inc({ kind }),
    refusedByPolicy: (directive) => refusals.inc({ directive }),
    streamOpened: () => streams.inc(),
    streamClosed: () => streams.dec(),
    text: () => registry.metrics(),
  };
}

/** Milliseconds; below the scrape timeout of Prometheus, which covers all metrics together. */
const timeoutMs = 2000;

/**
 * Returns the rows, or none when the query fails or takes too long. Metrics matter most during an outage, so one
 * failing query must not withhold the others.
 */
async function orNothing<Row>(counting: Promise<{ rows: Row[] }>): Promise<Row[]> {
  const nothing = new Promise<{ rows: Row[] }>((resolve) => void setTimeout(() => resolve({ rows: [] }), timeoutMs).unref());
  return (await Promise.race([counting.catch(() => ({ rows: [] })), nothing])).rows;
}

/** Counts from the database are the same on every node: aggregate them with the maximum, not the sum. */
function registerWaiting(db: Db, registers: Registry[]): void {
  new Gauge({
    name: 'countersign_jobs', help: 'Jobs by state', labelNames: ['task', 'state'], registers,
    async collect() {
      const rows = await orNothing(sql<{ task: string; state: string; count: number }>`
        select task_identifier as task, case when locked_at is not null then 'running' when attempts >= max_attempts then 'failed'
          when attempts > 0 then 'retrying' else 'waiting' end as state, count(*)::int
        from graphile_worker.jobs group by 1, 2`.execute(db));
      this.reset();
      for (const { task, state, count } of rows) this.set({ task, state }, count);
    },
  });
  new Gauge({
    name: 'countersign_messages', help: 'Mails and text messages that are not sent', labelNames: ['kind', 'status'], registers,
    async collect() {
      const rows = await orNothing(sql<{ kind: string; status: string; count: number }>`
        select 'mail' as kind, status, count(*)::int from mails where status in ('queued', 'failed') group by status
        union all select 'text', status, count(*)::int from text_messages where status in ('queued', 'failed') group by status`.execute(db));
      this.reset();
      for (const { kind, status, count } of rows) this.set({ kind, status }, count);
    },
  });
}

/** Bytes that all accounts use, and the drift of their counters that the last check found. */
function registerStorage(db: Db, registers: Registry[]): void {
  new Gauge({
    name: 'countersign_storage_used_bytes', help: 'Bytes that all accounts keep together', registers,
    async collect() {
      const [row] = await orNothing(sql<{ used: string }>`select coalesce(sum(used), 0) as used from storage_use`.execute(db));
      if (row) this.set(Number(row.used));
    },
  });
  new Gauge({
    name: 'countersign_storage_miscounted_bytes', help: 'Bytes by which the last check found the counters of accounts wrong; it put them right', registers,
    async collect() {
      const [row] = await orNothing(sql<{ bytes: string }>`select wrong_bytes as bytes from storage_checks order by checked_at desc limit 1`.execute(db));
      this.set(Number(row?.bytes ?? 0));
    },
  });
}

function registerPool(pool: pg.Pool, registers: Registry[]): void {
  new Gauge({
    name: 'countersign_database_connections', help: 'Connections of this node', labelNames: ['state'], registers,
    collect() {
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'waited_for' }, pool.waitingCount);
    },
  });
  new Counter({ name: 'countersign_starts_total', help: 'This process was started', registers }).inc();
}
