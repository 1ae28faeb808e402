import { Gauge, type Registry } from 'prom-client';
import type { Database } from '#server/platform/database/database.ts';

export function registerConnections({ pool, readUse }: Pick<Database, 'pool' | 'readUse'>, registers: Registry[]): void {
  new Gauge({
    name: 'countersign_read_connections', help: 'Connections of this node for frequent reads, which take several queries at once', labelNames: ['state'], registers,
    collect() {
      const { idle, busy } = readUse();
      this.set({ state: 'idle' }, idle);
      this.set({ state: 'busy' }, busy);
    },
  });
  new Gauge({
    name: 'countersign_reads_waiting', help: 'Queries on the connections for frequent reads that have no answer yet', registers,
    collect() {
      this.set(readUse().queries);
    },
  });
  new Gauge({
    name: 'countersign_database_connections', help: 'Connections of this node', labelNames: ['state'], registers,
    collect() {
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'waited_for' }, pool.waitingCount);
    },
  });
}
