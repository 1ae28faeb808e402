/**
 * The context of the current request or job, carried by `AsyncLocalStorage` so that no function has to pass it on.
 * Every log line includes it, and a job queued in this context inherits its trace id.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

export interface Act {
  /** Trace id of the request that started the work; absent for work that a schedule starts. */
  readonly traceId?: string;
  readonly job?: string;
  readonly task?: string;
}

const acts = new AsyncLocalStorage<Act>();

export const during = <Result>(act: Act, work: () => Result): Result => acts.run(act, work);

export const currentAct = (): Act => acts.getStore() ?? {};
