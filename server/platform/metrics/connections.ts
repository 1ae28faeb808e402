import { Gauge, type Registry } from 'prom-client';
import type pg from 'pg';

export function registerConnections(pool: pg.Pool, registers: Registry[]): void {
  new Gauge({
    name: 'countersign_database_connections', help: 'Connections of this node', labelNames: ['state'], registers,
    collect() {
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'waited_for' }, pool.waitingCount);
    },
  });
}
