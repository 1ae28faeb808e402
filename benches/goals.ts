import type { Operation as Protection } from './encryption/peers/peer.ts';
import type { Operation, Result } from './jobs.ts';

/** What is to be reached in one run: at most this part of what another library needs. */
export interface Goal {
  workload: string;
  operation: Operation | Protection;
  what: 'cold' | 'warm' | 'peak';
  own: string;
  /** `best`: whichever library needs least. */
  peer: string;
  most: number;
}

/** What is to be reached whatever others need. */
export interface Limit {
  name: LimitName;
  most: number;
  unit: string;
}

/** Figures that have a limit of their own. */
export type LimitName = 'huge file in Node, time' | 'huge file in Node, memory' | 'huge file in Chromium, time' | 'huge file in Chromium, memory' | 'WebAssembly, gzipped';

const core = '@countersign/core';
const contiguous = '@countersign/core, contiguous';

export const goals: readonly Goal[] = [
  { workload: 'large', operation: 'list', what: 'cold', own: core, peer: '@libpdf/core', most: 1 / 10 },
  { workload: 'large', operation: 'list', what: 'cold', own: core, peer: '@libpdf/core, names only', most: 1 / 10 },
  { workload: 'large', operation: 'fill', what: 'cold', own: core, peer: '@libpdf/core', most: 1 / 5 },
  { workload: 'large', operation: 'fill', what: 'warm', own: core, peer: '@libpdf/core', most: 1 / 10 },
  { workload: 'large', operation: 'fill', what: 'cold', own: core, peer: 'pdf-lib', most: 1 / 15 },
  { workload: 'large', operation: 'fill', what: 'cold', own: contiguous, peer: '@libpdf/core', most: 1 / 2 },
  { workload: 'tagged', operation: 'fill', what: 'cold', own: core, peer: '@libpdf/core', most: 1 / 4 },
  { workload: 'tagged', operation: 'fill', what: 'cold', own: core, peer: 'mupdf', most: 1 / 20 },
  { workload: 'large', operation: 'fill', what: 'peak', own: core, peer: 'best', most: 1 / 2 },
  { workload: 'tagged', operation: 'fill', what: 'peak', own: core, peer: 'best', most: 1 / 2 },
  { workload: 'large', operation: 'encrypt', what: 'cold', own: core, peer: 'mupdf', most: 1 / 4 },
  { workload: 'large', operation: 'encrypt', what: 'cold', own: core, peer: '@embedpdf/pdfium', most: 1 / 4 },
  { workload: 'large', operation: 'encrypt', what: 'cold', own: core, peer: 'qpdf', most: 1 },
  { workload: 'large', operation: 'encrypt', what: 'peak', own: core, peer: 'best', most: 1 / 2 },
  { workload: 'large', operation: 'password', what: 'cold', own: core, peer: 'best', most: 1 / 20 },
  { workload: 'large', operation: 'password', what: 'peak', own: core, peer: 'best', most: 1 / 2 },
];

export const limits: readonly Limit[] = [
  { name: 'huge file in Node, time', most: 1000, unit: 'ms' },
  { name: 'huge file in Node, memory', most: 150, unit: 'MB' },
  { name: 'huge file in Chromium, time', most: 1000, unit: 'ms' },
  { name: 'huge file in Chromium, memory', most: 150, unit: 'MB' },
  { name: 'WebAssembly, gzipped', most: 1200, unit: 'kB' },
];

/** A goal as a row of the report. */
export function rowOf(goal: Goal, results: Result[]): string {
  const own = results.find((result) => result.peer === goal.own)?.[goal.what];
  const others = results.filter((result) => (goal.peer === 'best' ? !result.peer.startsWith(core) : result.peer === goal.peer));
  const best = Math.min(...others.flatMap((result) => result[goal.what] ?? []).filter((figure) => !Number.isNaN(figure)));
  const head = `| ${goal.operation} ${goal.workload}, ${goal.what}${goal.own === contiguous ? ', contiguous' : ''} | ${goal.peer} | 1/${Math.round(1 / goal.most)}`;
  if (own === undefined || !Number.isFinite(best)) return `${head} | not measured | |`;
  const ratio = own / best;
  return `${head} | 1/${(1 / ratio).toFixed(1)} | ${ratio <= goal.most ? 'reached' : 'missed'} |`;
}

/** A limit as a row of the report. */
export function limitRow({ name, most, unit }: Limit, measured: number): string {
  return `| ${name} | | ${most} ${unit} | ${measured.toFixed(0)} ${unit} | ${measured <= most ? 'reached' : 'missed'} |`;
}
