import { traceHeader } from '#contract/calls/common.ts';
import { operationsCalls } from '#contract/calls/operations.calls.ts';
import { runInContext } from '#server/platform/request-context.ts';
import type { Metrics } from '#server/platform/metrics/metrics.ts';
import type { App } from './app.types.ts';

/** Calls of monitoring systems, every few seconds. Logged at `debug` while they succeed. */
const probes: ReadonlySet<string> = new Set([operationsCalls['operations.health'].path, operationsCalls['operations.ready'].path, operationsCalls['operations.metrics'].path]);

/** Logs every response with its route pattern; the URL itself carries codes. */
export function registerRequestLog(app: App, metrics: Metrics): void {
  app.addHook('onRequest', async (request, reply) => void reply.header(traceHeader, request.id));
  const within = (request: { id: string }, done: () => void): void => runInContext({ traceId: request.id }, done);
  app.addHook('onRequest', (request, _reply, done) => within(request, done));
  // After the body has been read, execution continues from the socket's context, which has no request.
  app.addHook('preValidation', (request, _reply, done) => within(request, done));
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    const { method } = request;
    metrics.answered(route, method, reply.statusCode, reply.elapsedTime / 1000);
    const { userId = null, applicationId = null } = request.actor ?? {};
    const level = probes.has(route) && reply.statusCode < 400 ? 'debug' : 'info';
    request.log[level]({ route, method, status: reply.statusCode, milliseconds: Math.round(reply.elapsedTime), userId, applicationId }, 'answered');
  });
}
