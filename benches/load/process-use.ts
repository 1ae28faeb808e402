/** What processes have used so far, as Linux counts it. */
import { readdirSync, readFileSync } from 'node:fs';

export interface ProcessUse {
  /** Bytes read from files and sockets. */
  read: number;
  /** Processor time of all threads, in milliseconds. */
  cpu: number;
}

/** The fields of `/proc/PID/stat` after the name, which may contain anything. */
const fieldsOf = (pid: number): string[] => readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /s, '').split(' ');
/** User and system time, also of threads that have ended, in hundredths of a second; `ended`: of child processes that have ended. */
const times = { own: [11, 12], ended: [13, 14] } as const;
const timeOf = (pid: number, which: keyof typeof times): number => 10 * times[which].reduce((sum, index) => sum + Number(fieldsOf(pid)[index]), 0);
const parentOf = (pid: number): number => Number(fieldsOf(pid)[1]);

export function useOf(pid: number): ProcessUse {
  const read = Number(/^rchar: (\d+)$/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1]);
  return { read, cpu: timeOf(pid, 'own') };
}

/** The process of PostgreSQL that starts all others. `backend`: one of them. */
export const postmasterOf = (backend: number): number => parentOf(backend);

/** Processor time of PostgreSQL, in milliseconds: of all its processes, also of those that have ended. */
export function timeOfDatabase(postmaster: number): number {
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name)).map(Number).filter((pid) => isChildOf(pid, postmaster));
  return children.reduce((sum, pid) => sum + timeOf(pid, 'own'), timeOf(postmaster, 'own') + timeOf(postmaster, 'ended'));
}

function isChildOf(pid: number, parent: number): boolean {
  try {
    return parentOf(pid) === parent;
  } catch {
    // It has ended meanwhile.
    return false;
  }
}

export const since = (before: ProcessUse, after: ProcessUse): ProcessUse => ({ read: after.read - before.read, cpu: after.cpu - before.cpu });
