import cookie from '@fastify/cookie';
import Fastify, { LogController } from 'fastify';
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { registerIdentity } from '#server/identity/identity.routes.ts';
import { registerCalls } from '#server/routes/register.ts';
import type { App } from './app.types.ts';
import { handleError } from './error-handler.ts';
import type { Foundation } from './foundation.ts';
import { registerSecurity } from './security.ts';
import { registerWebApp } from './web-app.ts';

/** The whole server, ready to listen or to be injected into. Closing it closes the foundation as well. */
export async function buildApp(foundation: Foundation): Promise<App> {
  const { config } = foundation;
  const app: App = Fastify({
    loggerInstance: foundation.log,
    // Addresses carry codes and tickets, so requests are not logged.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy,
    forceCloseConnections: true,
  }).withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(handleError);

  await registerSecurity(app, config);
  await app.register(cookie);
  await registerIdentity(app, foundation);
  await registerCalls(app, foundation);
  await registerWebApp(app, config.webDir);

  app.addHook('onClose', () => foundation.close());
  return app;
}

