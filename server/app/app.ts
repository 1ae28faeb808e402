import cookie from '@fastify/cookie';
import Fastify, { LogController } from 'fastify';
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { requestBodies } from '#contract/limits.ts';
import { registerEvents } from '#server/events/events.routes.ts';
import { registerCertificates } from '#server/identity/certificates.routes.ts';
import { registerIdentity } from '#server/identity/identity.routes.ts';
import { startJobs } from '#server/jobs/jobs.ts';
import { lanesOf } from '#server/jobs/lanes.ts';
import { registerCalls } from '#server/routes/register.ts';
import type { App } from './app.types.ts';
import { createErrorHandler, handleUnreadableAddress } from './error-handler.ts';
import type { Foundation } from './foundation.ts';
import { registerCrossOrigin } from './cross-origin.ts';
import { registerRequestLog, traceIdOf } from './logging.ts';
import { registerJsonBodies } from './json-body.ts';
import { registerOperations } from './operations.routes.ts';
import { registerPolicyReports } from './policy-reports.ts';
import { registerOutbox } from './outbox.routes.ts';
import { registerRateLimits } from './rate-limits.ts';
import { headersWithoutRoute, registerSecurity } from './security.ts';
import { refuseUnstorableText } from './storable-text.ts';
import { registerWebApp } from './web-app.ts';

/**
 * Time limits for clients: for sending the headers, for sending the whole request (a large file over a slow line),
 * and for a connection without any traffic. The last one exceeds the longest time that a call may take.
 */
const patience = { requestTimeout: 20 * 60_000, connectionTimeout: 5 * 60_000, http: { headersTimeout: 30_000 } };

/** Builds the whole server, ready to listen or for `inject`. Closing it closes the foundation as well. */
export async function buildApp(foundation: Foundation): Promise<App> {
  const { config } = foundation;
  const app: App = Fastify({
    loggerInstance: foundation.log,
    // URLs contain codes and tickets, so Fastify's own request log is off.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'traceId' }),
    trustProxy: (_address: string, hop: number) => hop < config.trustProxy,
    // OCSP requests by GET are part of the path (RFC 6960, A.1).
    routerOptions: { maxParamLength: 1024 },
    genReqId: traceIdOf,
    bodyLimit: requestBodies.ordinary,
    ...patience,
    // On shutdown, requests in progress are answered; only idle connections are closed.
    forceCloseConnections: 'idle',
    frameworkErrors: (error, request, reply) => handleUnreadableAddress(error, request, reply.headers(headersWithoutRoute(config))),
  }).withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(createErrorHandler());

  registerRequestLog(app, foundation.metrics);
  // Registered before anything that can refuse a request, so that refusals have the security headers, too.
  await registerSecurity(app, config);
  registerCrossOrigin(app, config);
  await registerRateLimits(app, foundation);
  registerJsonBodies(app);
  refuseUnstorableText(app);
  await app.register(cookie);
  await registerIdentity(app, foundation);
  registerCertificates(app, foundation);
  registerEvents(app, foundation);
  const services = await registerCalls(app, foundation);
  registerOperations(app, foundation);
  registerPolicyReports(app, foundation);
  registerOutbox(app, foundation);
  await registerWebApp(app, config);

  finishRequestsWhenStopping(app);
  // Fastify runs `onClose` hooks in reverse order: the jobs stop before the resources they use are closed.
  app.addHook('onClose', () => foundation.close());
  if (config.runJobs) {
    const jobs = await startJobs(foundation.pool, lanesOf(foundation, services), foundation.log);
    app.addHook('onClose', () => jobs.stop());
  }
  return app;
}


/**
 * Answers the last requests during shutdown with `connection: close`, so that keep-alive doesn't hold their
 * connections open.
 */
function finishRequestsWhenStopping(app: App): void {
  let stopping = false;
  app.addHook('preClose', async () => {
    stopping = true;
  });
  app.addHook('onSend', async (_request, reply) => {
    if (stopping) void reply.header('connection', 'close');
  });
}
