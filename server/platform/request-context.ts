/**
 * The context of the current request or job, carried by `AsyncLocalStorage` so that no function has to pass it on.
 * Every log line includes it, and a job queued in this context inherits its trace id.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

export interface RequestContext {
  /** Trace id of the request that started the work; absent for work that a schedule starts. */
  readonly traceId?: string;
  readonly job?: string;
  readonly task?: string;
}

const contexts = new AsyncLocalStorage<RequestContext>();

export const runInContext = <Result>(context: RequestContext, work: () => Result): Result => contexts.run(context, work);

export const currentContext = (): RequestContext => contexts.getStore() ?? {};
