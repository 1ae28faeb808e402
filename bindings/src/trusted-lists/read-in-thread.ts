/** Lists are several megabytes from the network, so each is read in a thread with limits, without blocking this one. */
import { Worker } from 'node:worker_threads';
import { EngineError, type ErrorData } from '../errors.ts';
import type { TrustedList } from './trusted-list.ts';

const limits = { maxOldGenerationSizeMb: 1024, stackSizeMb: 8 };
const timeLimit = 60_000;

/** As `readTrustedList`, in a thread of its own. */
export function readListInThread(list: Uint8Array, certificates: readonly Uint8Array[], now: number): Promise<TrustedList> {
  const worker = new Worker(new URL('./thread.js', import.meta.url), { workerData: { list, certificates, now }, resourceLimits: limits });
  return new Promise<TrustedList>((resolve, reject) => {
    const fail = (message: string): void => reject(new EngineError('trusted_list_malformed', message));
    const timer = setTimeout(() => fail(`Reading the list took longer than ${timeLimit} ms`), timeLimit);
    worker.once('message', (answer: { list: TrustedList } | { error: ErrorData }) => {
      if ('list' in answer) resolve(answer.list);
      else reject(new EngineError(answer.error.code, answer.error.message));
    });
    worker.once('error', (error) => fail(error.message));
    worker.once('exit', () => {
      clearTimeout(timer);
      fail('The thread that read the list ended');
    });
  }).finally(() => worker.terminate());
}
