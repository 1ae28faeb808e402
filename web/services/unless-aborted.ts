import { AppError } from './app-error.ts';

/** Rejects with `process_canceled` as soon as the signal aborts; the work itself goes on. */
export function unlessAborted<Result>(work: Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const cancel = (): void => reject(new AppError('process_canceled'));
    if (signal.aborted) cancel();
    signal.addEventListener('abort', cancel, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', cancel));
  });
}
