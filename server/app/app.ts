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
 * How long a client may take: for its headers, for all of a request (a large file over a slow line), and with nothing at all
 * coming or going, which is longer than the longest call may work.
 */
const patience = { requestTimeout: 20 * 60_000, connectionTimeout: 5 * 60_000, http: { headersTimeout: 30_000 } };

/** The whole server, ready to listen or to be injected into. Closing it closes the foundation as well. */
export async function buildApp(foundation: Foundation): Promise<App> {
  const { config } = foundation;
  const app: App = Fastify({
    loggerInstance: foundation.log,
    // Addresses carry codes and tickets, so requests are not logged.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'traceId' }),
    trustProxy: (_address: string, hop: number) => hop < config.trustProxy,
    // Questions about certificates stand in the path (RFC 6960, A.1).
    routerOptions: { maxParamLength: 1024 },
    genReqId: traceIdOf,
    bodyLimit: requestBodies.ordinary,
    ...patience,
    // When stopping, requests under way are answered; only idle connections are cut.
    forceCloseConnections: 'idle',
    frameworkErrors: (error, request, reply) => handleUnreadableAddress(error, request, reply.headers(headersWithoutRoute(config))),
  }).withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(createErrorHandler());

  registerRequestLog(app, foundation.metrics);
  // First of what may refuse: a refusal bears the same headers.
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
  // Fastify closes in the opposite order: the jobs end before what they stand on.
  app.addHook('onClose', () => foundation.close());
  if (config.runJobs) {
    const jobs = await startJobs(foundation.pool, lanesOf(foundation, services), foundation.log);
    app.addHook('onClose', () => jobs.stop());
  }
  return app;
}


/** A connection whose last request was under way at the stop must not be kept alive for a next one. */
function finishRequestsWhenStopping(app: App): void {
  let stopping = false;
  app.addHook('preClose', async () => {
    stopping = true;
  });
  app.addHook('onSend', async (_request, reply) => {
    if (stopping) void reply.header('connection', 'close');
  });
}
