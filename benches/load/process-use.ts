/** What a process has used so far, as Linux counts it. */
import { readFileSync } from 'node:fs';

export interface ProcessUse {
  /** Bytes read from files and sockets. */
  read: number;
  /** Processor time of all threads, in milliseconds. */
  cpu: number;
}

export function useOf(pid: number): ProcessUse {
  const read = Number(/^rchar: (\d+)$/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1]);
  // User and system time, also of threads that have ended, in hundredths of a second.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /, '').split(' ');
  return { read, cpu: 10 * (Number(fields[11]) + Number(fields[12])) };
}

export const since = (before: ProcessUse, after: ProcessUse): ProcessUse => ({ read: after.read - before.read, cpu: after.cpu - before.cpu });
