/**
 * Queues of jobs and messages. Counts from the database are the same on every node: aggregate them with the maximum,
 * not the sum.
 */
import { Gauge, type Registry } from 'prom-client';
import { sql } from 'kysely';
import type { Db } from '#server/platform/database/database.ts';
import { orNothing, shared } from './query.ts';

interface JobRow {
  task: string;
  state: string;
  count: number;
  /** Seconds for which the oldest job has been due without a node taking it. */
  oldest: number;
}

export function registerQueue(db: Db, registers: Registry[]): void {
  const read = shared(() => orNothing(sql<JobRow>`
    select task_identifier as task, case when locked_at is not null then 'running' when attempts >= max_attempts then 'failed'
      when attempts > 0 then 'retrying' else 'waiting' end as state, count(*)::int,
      coalesce(extract(epoch from now() - min(run_at) filter (where locked_at is null and attempts < max_attempts and run_at <= now())), 0)::float as oldest
    from graphile_worker.jobs group by 1, 2`.execute(db)));
  new Gauge({
    name: 'countersign_jobs', help: 'Jobs by state', labelNames: ['task', 'state'], registers,
    async collect() {
      const rows = await read();
      this.reset();
      for (const { task, state, count } of rows) this.set({ task, state }, count);
    },
  });
  new Gauge({
    name: 'countersign_oldest_job_seconds', help: 'How long the oldest job that is due has been waiting', labelNames: ['task'], registers,
    async collect() {
      const longest = new Map<string, number>();
      for (const { task, oldest } of await read()) longest.set(task, Math.max(oldest, longest.get(task) ?? 0));
      this.reset();
      for (const [task, seconds] of longest) this.set({ task }, seconds);
    },
  });
}

interface MessageRow {
  kind: string;
  status: string;
  count: number;
  oldest: number;
}

/** Each status has an index of its own. */
const countOf = (kind: string, table: string, status: string) => sql`
  select ${sql.lit(kind)} as kind, ${sql.lit(status)} as status, count(*)::int, coalesce(extract(epoch from now() - min(created_at)), 0)::float as oldest
  from ${sql.table(table)} where status = ${sql.lit(status)}`;

export function registerMessages(db: Db, registers: Registry[]): void {
  const read = shared(() => orNothing(sql<MessageRow>`${sql.join(['queued', 'failed'].flatMap((status) => [countOf('mail', 'mails', status), countOf('text', 'text_messages', status)]), sql` union all `)}`.execute(db)));
  new Gauge({
    name: 'countersign_messages', help: 'Mails and text messages that are not sent', labelNames: ['kind', 'status'], registers,
    async collect() {
      const rows = await read();
      this.reset();
      for (const { kind, status, count } of rows) this.set({ kind, status }, count);
    },
  });
  new Gauge({
    name: 'countersign_oldest_message_seconds', help: 'How long the oldest unsent mail or text message has been waiting', labelNames: ['kind'], registers,
    async collect() {
      const rows = await read();
      for (const kind of ['mail', 'text']) this.set({ kind }, rows.find((row) => row.kind === kind && row.status === 'queued')?.oldest ?? 0);
    },
  });
}
