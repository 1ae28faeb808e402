import { spawn } from 'node:child_process';
import type { Sandbox } from './sandbox.ts';

export class ProgramError extends Error {
  override readonly name = 'ProgramError';
  /** `missing`: the program isn't installed. */
  readonly reason: 'missing' | 'failed' | 'timeout' | 'stopped';

  constructor(reason: ProgramError['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

export interface ProgramSetting {
  folder: string;
  /** CPU time of each process. */
  cpuSeconds: number;
  /** When the program is stopped, on the clock of `performance.now()`. */
  endsAt: number;
  /** Added to the niceness of the server. */
  niceness?: number;
  sandbox: Sandbox;
  /** Additional paths that the program must be able to read. */
  reads?: readonly string[];
  signal?: AbortSignal | undefined;
}

/**
 * Runs a program on an untrusted document: in the sandbox, with a time limit for it and its child processes, and
 * without our environment variables. `signal` aborts it. Throws `ProgramError`.
 */
export async function runProgram(command: string, args: readonly string[], { folder, cpuSeconds, endsAt, niceness = 0, sandbox, reads = [], signal }: ProgramSetting): Promise<void> {
  const nice = niceness === 0 ? [] : ['nice', '-n', String(niceness)];
  const [program = command, ...rest] = [...nice, ...sandbox.wrap(folder, reads, cpuSeconds), command, ...args];
  if (signal?.aborted) throw new ProgramError('stopped', `${command} was not begun`);
  await new Promise<void>((resolve, reject) => {
    const child = spawn(program, rest, {
      cwd: folder, detached: true, stdio: ['ignore', 'ignore', 'pipe'],
      env: { PATH: process.env.PATH ?? '', HOME: folder, TMPDIR: folder, LANG: 'C.UTF-8' },
    });
    let complaint = '';
    child.stderr.on('data', (chunk: Buffer) => {
      complaint = (complaint + chunk.toString()).slice(-2000);
    });
    let ending: ProgramError | undefined;
    // Rejects when the program has ended, so that nothing runs on in a folder that is removed.
    const end = (error: ProgramError): void => {
      ending ??= error;
      killGroup(child.pid);
    };
    const timer = setTimeout(() => end(new ProgramError('timeout', `${command} took too long`)), Math.max(0, endsAt - performance.now()));
    const stop = (): void => end(new ProgramError('stopped', `${command} was stopped`));
    const settled = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
    };
    signal?.addEventListener('abort', stop);
    child.on('error', (error: NodeJS.ErrnoException) => {
      settled();
      reject(new ProgramError(error.code === 'ENOENT' ? 'missing' : 'failed', error.message));
    });
    child.on('exit', (code, killedBy) => {
      settled();
      killGroup(child.pid);
      // Exit status 127: the wrapper found no such program.
      if (ending) reject(ending);
      else if (code === 0) resolve();
      else if (outOfCpu.includes(killedBy ?? code)) reject(new ProgramError('timeout', `${command} used its CPU time`));
      else reject(new ProgramError(code === 127 ? 'missing' : 'failed', `${command} ended with ${code}: ${complaint}`));
    });
  });
}

/** The signal that ends a process whose CPU time is used up, and the exit status of the sandbox around it. */
const outOfCpu: readonly (NodeJS.Signals | number | null)[] = ['SIGKILL', 'SIGXCPU', 128 + 9, 128 + 24];

/** Kills the process group, including child processes left behind. */
function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
