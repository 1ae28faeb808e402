import helmet from '@fastify/helmet';
import rateLimit from '@fastify/rate-limit';
import type { App } from './app.types.ts';
import { AppError } from './app-error.ts';
import type { Config } from './config.ts';

interface Sources {
  scripts: readonly string[];
  frames: readonly string[];
  calls: readonly string[];
}

const noCards: Sources = { scripts: [], frames: [], calls: [] };
/** The card provider's own fields take card numbers, so that none comes here (docs.stripe.com/security/guide). */
const cardPages: Sources = {
  scripts: ['https://js.stripe.com'], frames: ['https://js.stripe.com', 'https://hooks.stripe.com'], calls: ['https://api.stripe.com'],
};

/** Headers for everything that is answered, and the counter that routes opt into. */
export async function registerSecurity(app: App, config: Config): Promise<void> {
  const origins = [...new Set([config.appUrl, config.issuer])];
  const cards = config.billing.stripe === null ? noCards : cardPages;
  const secure = config.appUrl.startsWith('https:');
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        // The document core is WebAssembly; no other evaluation is allowed.
        scriptSrc: ["'self'", "'wasm-unsafe-eval'", ...cards.scripts],
        workerSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'", 'data:', 'blob:'],
        connectSrc: ["'self'", 'blob:', 'data:', ...origins, ...cards.calls],
        frameSrc: ["'self'", ...origins, ...cards.frames],
        frameAncestors: ["'self'"],
        formAction: ["'self'", ...origins],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
      },
    },
    hsts: secure,
    // Links in mail carry codes: no other site may learn the address.
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginEmbedderPolicy: false,
  });
  await app.register(rateLimit, { global: false, errorResponseBuilder: () => new AppError('rate_limit_exceeded') });
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store');
  });
}
