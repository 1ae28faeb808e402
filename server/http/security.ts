import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import helmet from '@fastify/helmet';
import type { App } from './app.types.ts';
import type { Config } from '#server/platform/config.ts';
import { isLoopbackUrl } from '#server/platform/loopback.ts';
import { policyReportsPath } from './policy-reports.ts';

interface Sources {
  scripts: readonly string[];
  frames: readonly string[];
  calls: readonly string[];
}

/**
 * Permissions Policy: our pages use the camera for pictures, the location where the sender asks for it, and
 * passkeys. All else is denied, and third-party frames get nothing.
 */
const permissions = [
  'camera=(self)', 'geolocation=(self)', 'publickey-credentials-get=(self)', 'publickey-credentials-create=(self)', 'clipboard-write=(self)', 'fullscreen=(self)',
  ...['accelerometer', 'display-capture', 'gyroscope', 'hid', 'magnetometer', 'microphone', 'midi', 'serial', 'usb', 'browsing-topics'].map((name) => `${name}=()`),
].join(', ');

/** Content Security Policy for responses that aren't pages of ours. */
export const nothingRuns = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox";
const reportingEndpoint = 'csp';

const noCards: Sources = { scripts: [], frames: [], calls: [] };
/**
 * Card numbers are entered in the payment provider's own fields and never reach this server
 * (docs.stripe.com/security/guide).
 */
const cardPages: Sources = {
  scripts: ['https://js.stripe.com'], frames: ['https://js.stripe.com', 'https://hooks.stripe.com'], calls: ['https://api.stripe.com'],
};

/** Registers the security headers of every response. */
export async function registerSecurity(app: App, config: Config): Promise<void> {
  const origins = [...new Set([config.appUrl, ...Object.values(config.hosts)])];
  const storages = storageOrigins(config);
  const cards = config.billing.stripe === null ? noCards : cardPages;
  const helper = config.signingHelper === null ? [] : [config.signingHelper];
  const secure = config.appUrl.startsWith('https:');
  if (!secure && !isLoopbackUrl(config.appUrl)) app.log.warn({ appUrl: config.appUrl }, 'people reach this installation without TLS: whoever is on the way reads their codes and documents');
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        // The document core is WebAssembly; no other evaluation is allowed.
        scriptSrc: ["'self'", "'wasm-unsafe-eval'", ...inlineScripts(config.webDir), ...cards.scripts],
        workerSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...origins, ...storages],
        fontSrc: ["'self'", 'data:', 'blob:'],
        connectSrc: ["'self'", 'blob:', 'data:', ...origins, ...storages, ...cards.calls, ...helper],
        frameSrc: ["'self'", ...origins, ...cards.frames],
        frameAncestors: ["'self'"],
        formAction: ["'self'", ...origins],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        // Older browsers support `report-uri`, newer ones `report-to`.
        reportUri: [policyReportsPath],
        reportTo: [reportingEndpoint],
      },
    },
    hsts: secure,
    // Links in mail carry codes, which must not leak to other sites in `Referer`.
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginEmbedderPolicy: false,
    // Pictures and documents are shown by the app, which may be served from another of our hosts.
    crossOriginResourcePolicy: { policy: origins.length > 1 ? 'same-site' : 'same-origin' },
  });
  app.addHook('onSend', async (_request, reply) => {
    void reply.header('permissions-policy', permissions);
    void reply.header('reporting-endpoints', `${reportingEndpoint}="${policyReportsPath}"`);
    if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store');
  });
}

/** Headers for responses that are sent before routing and so before any hook. */
export const headersWithoutRoute = ({ appUrl }: Pick<Config, 'appUrl'>): Record<string, string> => ({
  'content-security-policy': nothingRuns,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  ...(appUrl.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
});

/** CSP hashes of the inline scripts in our pages, read at start; no other inline script runs. */
function inlineScripts(webDir: string): string[] {
  const pages = ['index.html', 'sign-in.html'].map((page) => join(webDir, page)).filter((page) => existsSync(page));
  const scripts = pages.flatMap((page) => [...readFileSync(page, 'utf8').matchAll(/<script>([^]*?)<\/script>/g)].map(([, text = '']) => text));
  return [...new Set(scripts)].map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
}

/** Origins of the storage, when browsers download bodies from it directly. */
function storageOrigins({ s3 }: Config): string[] {
  if (s3?.directDownloads !== true) return [];
  const address = s3.publicUrl ?? s3.endpoint ?? `https://s3.${s3.region}.amazonaws.com`;
  const { protocol, host, origin } = new URL(address);
  return s3.pathStyle ? [origin] : [origin, `${protocol}//${s3.bucket}.${host}`];
}
