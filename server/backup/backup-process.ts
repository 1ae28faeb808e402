/**
 * Makes a scheduled backup in a process of its own: it keeps a list of all documents, and what it needs of memory and processor
 * time must not come from the server.
 */
import { fork, type ChildProcess } from 'node:child_process';
import type { Config } from '#server/platform/config.ts';
import { BackupError } from './manifest.ts';
import type { BackupPlan, MadeBackup } from './scheduled-backup.ts';

export interface BackupRequest {
  connectionString: string;
  storage: Pick<Config, 's3' | 'dataDir'>;
  /** As of `BackupSource`. */
  keyFile: string | null;
  recipient?: string | undefined;
  plan: BackupPlan;
}

export type BackupAnswer = { made: MadeBackup | null } | { error: unknown };

export const stopMessage = 'stop';
/** Milliseconds in which a backup that is to end removes what it has written. A server that stops waits a little longer. */
const stopLimit = 10_000;
const longestComplaint = 2000;

/** As `makeScheduledBackup`. `signal` ends the backup with an error. */
export async function backUpInProcess(order: BackupRequest, signal?: AbortSignal): Promise<MadeBackup | null> {
  signal?.throwIfAborted();
  const child = fork(new URL('backup-program.ts', import.meta.url), { serialization: 'advanced', execArgv: [], stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  const stop = (): void => stopSoon(child);
  signal?.addEventListener('abort', stop, { once: true });
  try {
    const answer = await answerOf(child, order);
    if ('error' in answer) throw answer.error;
    return answer.made;
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}

/** Resolves when the process has ended, so that nothing of it runs on. */
function answerOf(child: ChildProcess, order: BackupRequest): Promise<BackupAnswer> {
  return new Promise((resolve, reject) => {
    let answer: BackupAnswer | undefined;
    let complaint = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      complaint = (complaint + chunk.toString()).slice(-longestComplaint);
    });
    child.once('message', (message) => {
      answer = message as BackupAnswer;
    });
    child.once('error', reject);
    child.once('close', (code, signal) => {
      if (answer === undefined) reject(new BackupError(`The process of the backup ended with ${signal ?? code}: ${complaint.trim()}`));
      else resolve(answer);
    });
    child.send(order, (error) => {
      if (error !== null) reject(error);
    });
  });
}

function stopSoon(child: ChildProcess): void {
  if (child.connected) child.send(stopMessage);
  const timer = setTimeout(() => child.kill('SIGKILL'), stopLimit);
  child.once('close', () => clearTimeout(timer));
}
