/**
 * What is going on, known without being handed from function to function: the request that is answered, or the job that is done. The log
 * names it in each line, and a job that is queued meanwhile bears its trace on.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

export interface Act {
  /** That of the request which it all came of; none for what the clock calls. */
  readonly traceId?: string;
  readonly job?: string;
  readonly task?: string;
}

const acts = new AsyncLocalStorage<Act>();

export const during = <Result>(act: Act, work: () => Result): Result => acts.run(act, work);

export const currentAct = (): Act => acts.getStore() ?? {};
