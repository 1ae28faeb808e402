import { Gauge, type Registry } from 'prom-client';
import { freeBytes } from '#server/platform/disk-space.ts';

export function registerDiskSpace(dataDir: string, registers: Registry[]): void {
  new Gauge({
    name: 'countersign_data_dir_free_bytes', help: 'Free space in DATA_DIR', registers,
    async collect() {
      const free = await freeBytes(dataDir).catch(() => null);
      if (free === null) this.reset();
      else this.set(free);
    },
  });
}
