import type { Operation, Result } from './jobs.ts';

/** What is to be reached in one run: at most this part of what another library needs. */
export interface Goal {
  workload: string;
  operation: Operation;
  what: 'cold' | 'warm' | 'peak';
  own: string;
  peer: string;
  most: number;
}

const core = '@countersign/core';
const contiguous = '@countersign/core, contiguous';

export const goals: readonly Goal[] = [
  { workload: 'large', operation: 'list', what: 'cold', own: core, peer: '@libpdf/core', most: 1 / 10 },
  { workload: 'large', operation: 'fill', what: 'cold', own: core, peer: '@libpdf/core', most: 1 / 5 },
  { workload: 'large', operation: 'fill', what: 'warm', own: core, peer: '@libpdf/core', most: 1 / 10 },
  { workload: 'large', operation: 'fill', what: 'cold', own: core, peer: 'pdf-lib', most: 1 / 15 },
  { workload: 'large', operation: 'fill', what: 'cold', own: contiguous, peer: '@libpdf/core', most: 1 / 2 },
  { workload: 'tagged', operation: 'fill', what: 'cold', own: core, peer: '@libpdf/core', most: 1 / 4 },
  { workload: 'tagged', operation: 'fill', what: 'cold', own: core, peer: 'mupdf', most: 1 / 20 },
  { workload: 'large', operation: 'fill', what: 'peak', own: core, peer: 'best', most: 1 / 2 },
  { workload: 'tagged', operation: 'fill', what: 'peak', own: core, peer: 'best', most: 1 / 2 },
];

/** A goal as a row of the report. */
export function rowOf(goal: Goal, results: Result[]): string {
  const own = results.find((result) => result.peer === goal.own)?.[goal.what];
  const others = results.filter((result) => (goal.peer === 'best' ? !result.peer.startsWith(core) : result.peer === goal.peer));
  const best = Math.min(...others.flatMap((result) => result[goal.what] ?? []));
  if (own === undefined || !Number.isFinite(best)) return `| ${goal.operation} ${goal.workload}, ${goal.what} | ${goal.peer} | 1/${Math.round(1 / goal.most)} | not measured | |`;
  const ratio = own / best;
  return `| ${goal.operation} ${goal.workload}, ${goal.what}${goal.own === contiguous ? ', contiguous' : ''} | ${goal.peer} | 1/${Math.round(1 / goal.most)} | 1/${(1 / ratio).toFixed(1)} | ${ratio <= goal.most ? 'reached' : 'missed'} |`;
}
