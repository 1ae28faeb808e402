import { Gauge, type Registry } from 'prom-client';

/** Infinite if there is no backup, so that the same rule alerts to it. */
export function registerBackupAge(read: () => Promise<Date | null>, registers: Registry[]): void {
  new Gauge({
    name: 'countersign_backup_age_seconds', help: 'Time since the start of the newest good scheduled backup', registers,
    async collect() {
      const startedAt = await read().catch(() => null);
      this.set(startedAt === null ? Infinity : Math.max(0, (Date.now() - startedAt.getTime()) / 1000));
    },
  });
}
