import cookie from '@fastify/cookie';
import Fastify, { LogController } from 'fastify';
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { requestBodies } from '#contract/limits/calls.ts';
import { registerEvents } from '#server/events/events.routes.ts';
import { registerCertificateCodes } from '#server/authority/certificate-codes.routes.ts';
import { registerCertificates } from '#server/authority/certificates.routes.ts';
import { registerIdentity } from '#server/identity/identity.routes.ts';
import { startJobs } from '#server/jobs/jobs.ts';
import { lanesOf } from './lanes.ts';
import { registerCalls } from '#server/routes/register.ts';
import type { App } from '#server/http/app.types.ts';
import { createErrorHandler, handleUnreadableAddress } from '#server/http/error-handler.ts';
import type { Infrastructure } from './infrastructure.ts';
import { registerCrossOrigin } from '#server/http/cross-origin.ts';
import { registerRequestLog } from '#server/http/request-log.ts';
import { traceIdOf } from '#server/platform/logging.ts';
import { createServices } from './services.ts';
import { registerJsonBodies } from '#server/http/json-body.ts';
import { registerOperations } from '#server/http/operations.routes.ts';
import { registerPolicyReports } from '#server/http/policy-reports.ts';
import { registerOutbox } from '#server/http/outbox.routes.ts';
import { registerRateLimits } from '#server/http/rate-limits.ts';
import { headersWithoutRoute, registerSecurity } from '#server/http/security.ts';
import { refuseUnstorableText } from '#server/http/storable-text.ts';
import { registerWebApp } from '#server/http/web-app.ts';

/**
 * Time limits for clients: for sending the headers, for sending the whole request (a large file over a slow line),
 * and for a connection without any traffic. The last one exceeds the longest time that a call may take.
 */
const timeouts = { requestTimeout: 20 * 60_000, connectionTimeout: 5 * 60_000, http: { headersTimeout: 30_000 } };

/** Builds the whole server, ready to listen or for `inject`. Closing it closes the infrastructure as well. */
export async function buildApp(infrastructure: Infrastructure): Promise<App> {
  const { config } = infrastructure;
  const app: App = Fastify({
    loggerInstance: infrastructure.log,
    // URLs contain codes and tickets, so Fastify's own request log is off.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'traceId' }),
    trustProxy: (_address: string, hop: number) => hop < config.trustProxy,
    // OCSP requests by GET are part of the path (RFC 6960, A.1).
    routerOptions: { maxParamLength: 1024 },
    genReqId: traceIdOf,
    bodyLimit: requestBodies.ordinary,
    ...timeouts,
    // On shutdown, requests in progress are answered; only idle connections are closed.
    forceCloseConnections: 'idle',
    frameworkErrors: (error, request, reply) => handleUnreadableAddress(error, request, reply.headers(headersWithoutRoute(config))),
  }).withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(createErrorHandler(infrastructure.outages));

  registerRequestLog(app, infrastructure.metrics);
  // Registered before anything that can refuse a request, so that refusals have the security headers, too.
  await registerSecurity(app, config);
  registerCrossOrigin(app, config);
  await registerRateLimits(app, infrastructure);
  registerJsonBodies(app);
  refuseUnstorableText(app);
  await app.register(cookie);
  await registerIdentity(app, infrastructure);
  registerCertificates(app, infrastructure);
  await registerCertificateCodes(app, infrastructure);
  registerEvents(app, infrastructure);
  const services = await createServices(infrastructure);
  await registerCalls(app, infrastructure, services);
  registerOperations(app, infrastructure);
  registerPolicyReports(app, infrastructure);
  registerOutbox(app, infrastructure);
  await registerWebApp(app, config);

  finishRequestsWhenStopping(app);
  // Fastify runs `onClose` hooks in reverse order: the jobs stop before the resources they use are closed.
  app.addHook('onClose', () => infrastructure.close());
  if (config.runJobs) {
    const jobs = await startJobs(infrastructure.pool, lanesOf(infrastructure, services), infrastructure.log, infrastructure.metrics);
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
