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
  timeLimit: number;
  sandbox: Sandbox;
  /** Additional paths that the program must be able to read. */
  reads?: readonly string[];
  signal?: AbortSignal | undefined;
}

/**
 * Runs a program on an untrusted document: in the sandbox, with a time limit for it and its child processes, and
 * without our environment variables. `signal` aborts it. Throws `ProgramError`.
 */
export async function runProgram(command: string, args: readonly string[], { folder, timeLimit, sandbox, reads = [], signal }: ProgramSetting): Promise<void> {
  const [program = command, ...rest] = [...sandbox.wrap(folder, reads), command, ...args];
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
    const end = (reason: ProgramError['reason'], message: string): void => {
      killGroup(child.pid);
      reject(new ProgramError(reason, message));
    };
    const timer = setTimeout(() => end('timeout', `${command} took longer than ${timeLimit} ms`), timeLimit);
    const stop = (): void => end('stopped', `${command} was stopped`);
    const settled = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
    };
    signal?.addEventListener('abort', stop);
    child.on('error', (error: NodeJS.ErrnoException) => {
      settled();
      reject(new ProgramError(error.code === 'ENOENT' ? 'missing' : 'failed', error.message));
    });
    child.on('exit', (code) => {
      settled();
      killGroup(child.pid);
      // Exit status 127: the wrapper found no such program.
      if (code === 0) resolve();
      else reject(new ProgramError(code === 127 ? 'missing' : 'failed', `${command} ended with ${code}: ${complaint}`));
    });
  });
}

/** Kills the process group, including child processes left behind. */
function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
