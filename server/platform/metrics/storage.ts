/** Bytes that all accounts use, and the drift of their counters that the last check found. */
import { Gauge, type Registry } from 'prom-client';
import { sql } from 'kysely';
import type { Db } from '#server/platform/database/database.ts';
import { orNothing, remembered } from './query.ts';

/** Milliseconds. The sum reads a row for each account. */
const sumEvery = 60_000;

export function registerStorage(db: Db, registers: Registry[]): void {
  const sum = remembered(sumEvery, () => orNothing(sql<{ used: string }>`select coalesce(sum(used), 0) as used from storage_use`.execute(db)));
  new Gauge({
    name: 'countersign_storage_used_bytes', help: 'Bytes that all accounts keep together, at most a minute old', registers,
    async collect() {
      const [row] = await sum();
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
  new Gauge({
    name: 'countersign_list_miscounted', help: 'Resources by which the last check found the counters of lists wrong; it put them right', registers,
    async collect() {
      const [row] = await orNothing(sql<{ wrong: string }>`select wrong from list_count_checks order by checked_at desc limit 1`.execute(db));
      this.set(Number(row?.wrong ?? 0));
    },
  });
}
