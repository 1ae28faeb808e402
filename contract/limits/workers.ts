/** Workers of the browser: when one counts as hung, and how many there are. Times are in milliseconds. */
import { minute, second } from './time-units.ts';

/** How long a worker may give no sign of life at each kind of work. Whatever it answers meanwhile is progress, and it has as long again. */
export const workDeadlines = {
  /** Checks of a text or a number, rules between fields, labels. */
  calculation: 10 * second,
  /** Whatever reads or writes a document. */
  document: 30 * second,
  /** Field detection on a page. */
  detection: minute,
} as const;
export type WorkKind = keyof typeof workDeadlines;

export const workerPool = {
  /** How often a busy worker is asked for a sign of life. */
  lookEvery: second,
  /** How often a task is begun, if its worker hangs or stops. */
  tries: 2,
  /** Pairs of workers that look for fields at once. One fewer after each that ran out of memory. */
  lanes: 4,
} as const;
