import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { hugeFile } from './huge-file.ts';

const runs = 7;

interface Measured {
  milliseconds: number;
  peakMegabytes: number;
}

const here = new URL('.', import.meta.url).pathname;

/** Opens a gigabyte, fills twenty fields and gives the new bytes; gives the section of the report. */
export function hugeSection(work: string): string {
  const path = hugeFile(work);
  const measured = Array.from({ length: runs }, () => measure([path])).toSorted((one, other) => one.milliseconds - other.milliseconds);
  const middle = measured[Math.floor(runs / 2)];
  if (!middle) throw new Error('Nothing was measured');
  const baseline = measure([]).peakMegabytes;
  return `## A file of ${(statSync(path).size / 1e9).toFixed(1)} GB in Node

Opened from disk, 20 fields filled, the new bytes at hand: ${middle.milliseconds.toFixed(0)} ms, ${(middle.peakMegabytes - baseline).toFixed(0)} MB above the engine alone. Median of ${runs}, a process each.`;
}

function measure(order: string[]): Measured {
  const printed = execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', join(here, 'measure.ts'), ...order], { encoding: 'utf8' });
  return JSON.parse(printed.trim().split('\n').at(-1) ?? '');
}
