import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inBareNode } from './bare-node.ts';
import type { Workload } from './workloads/workload.ts';

export type Operation = 'list' | 'fill';

/** What a process is to measure. */
export interface Job {
  peer: string;
  operation: Operation;
  path: string;
  valuesPath: string;
  runs: number;
  /** Where the result of the first run goes. */
  output?: string;
}

/** What a process measured. */
export interface Measured {
  version: string;
  /** Milliseconds of each run. */
  times: number[];
  /** Bytes of memory of the process at its most, over the file's own size. */
  peak: number;
  newBytes: number;
}

/** One row of the report. */
export interface Result {
  peer: string;
  version: string;
  cold: number;
  warm: number | undefined;
  peak: number;
  newBytes: number;
}

const here = new URL('.', import.meta.url).pathname;

/** Cold: the median of first calls of processes of their own. Warm: the median of further calls of one process. */
export function measure(peer: string, operation: Operation, workload: Workload, folder: string, times: { cold: number; warm: number }): { result: Result; output: string } {
  const valuesPath = join(folder, `${workload.name}.json`);
  writeFileSync(valuesPath, JSON.stringify(workload.values));
  const output = join(folder, `${workload.name}-${peer.replaceAll(/\W+/g, '-')}.pdf`);
  const run = (runs: number, keep: boolean) => measureOnce({ peer, operation, path: workload.path, valuesPath, runs, ...(keep ? { output } : {}) });
  const first = run(1, operation === 'fill');
  const cold = Array.from({ length: times.cold }, () => run(1, false));
  const warm = times.warm > 0 ? run(times.warm + 1, false).times.slice(1) : [];
  return {
    output,
    result: {
      peer,
      version: first.version,
      cold: median(cold.map((measured) => measured.times[0] ?? 0)),
      warm: warm.length > 0 ? median(warm) : undefined,
      peak: median(cold.map((measured) => measured.peak)),
      newBytes: first.newBytes,
    },
  };
}

function measureOnce(job: Job): Measured {
  return inBareNode(join(here, 'measure.ts'), [JSON.stringify(job)]) as Measured;
}

function median(numbers: number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
