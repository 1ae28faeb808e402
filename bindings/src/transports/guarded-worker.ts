import type { EngineErrorCode } from '../error-codes.ts';
import type { EngineHost, Outcome } from '../host/host.ts';

type Failure = { ok: false; error: { code: EngineErrorCode; message: string } };

/**
 * A worker never answers if its script can't be loaded, or after an error that nothing in it handles. Then every call answers:
 * `connection_failed` before its first answer, `unknown_parsing_error` after that.
 */
export function guardedWorker(remote: EngineHost, worker: Worker): EngineHost {
  let answered = false;
  const failed = new Promise<Failure>((resolve) => {
    worker.addEventListener('error', (event) => {
      // A page reports what its workers don't handle; here it is an answer.
      event.preventDefault();
      const message = event.message ?? '';
      resolve({
        ok: false,
        error: answered
          ? { code: 'unknown_parsing_error', message: `The worker of the core failed: ${message}` }
          : { code: 'connection_failed', message: `The worker of the core can't be loaded. ${message}`.trim() },
      });
    });
  });
  const within = async <T>(call: Promise<Outcome<T>>): Promise<Outcome<T>> => {
    const outcome = await Promise.race([call, failed]);
    answered = true;
    return outcome;
  };
  const done = async (call: Promise<void>): Promise<void> => {
    await Promise.race([call, failed]);
  };
  return {
    open: (input, options) => within(remote.open(input, options)),
    document: (handle, operation, argument) => within(remote.document(handle, operation, argument)),
    core: (operation, argument) => within(remote.core(operation, argument)),
    hash: (input, state) => within(remote.hash(input, state)),
    rewrite: (handle, request) => within(remote.rewrite(handle, request)),
    advance: (job) => within(remote.advance(job)),
    cancel: (job) => done(remote.cancel(job)),
    close: (handle) => done(remote.close(handle)),
  };
}
