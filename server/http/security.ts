import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import type { App } from './app.types.ts';
import { captchaAddresses } from '#server/platform/captcha-providers.ts';
import type { Config } from '#server/platform/config.ts';
import { isLoopbackUrl } from '#server/platform/loopback.ts';
import { policyReportsPath } from './policy-reports.ts';

interface Sources {
  scripts: readonly string[];
  frames: readonly string[];
  calls: readonly string[];
  styles: readonly string[];
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
export const sandboxPolicy = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox";
const reportingEndpoint = 'csp';

const none: Sources = { scripts: [], frames: [], calls: [], styles: [] };
/**
 * Card numbers are entered in the payment provider's own fields and never reach this server
 * (docs.stripe.com/security/guide).
 */
const cardPages: Sources = {
  scripts: ['https://js.stripe.com'], frames: ['https://js.stripe.com', 'https://hooks.stripe.com'], calls: ['https://api.stripe.com'], styles: [],
};

const together = (one: Sources, other: Sources): Sources => ({
  scripts: [...one.scripts, ...other.scripts], frames: [...one.frames, ...other.frames], calls: [...one.calls, ...other.calls], styles: [...one.styles, ...other.styles],
});

/** The widget of the support desk shows itself in a frame and sends its tickets to the account at Freshdesk. */
function widgetSources({ supportWidget }: Pick<Config, 'supportWidget'>): Sources {
  if (supportWidget === null) return none;
  const { origin } = new URL(supportWidget.url);
  return { scripts: [origin], frames: [origin], calls: [origin, 'https://*.freshdesk.com'], styles: [origin] };
}

/** Registers the security headers of every response. */
export async function registerSecurity(app: App, config: Config): Promise<void> {
  const secure = config.appUrl.startsWith('https:');
  if (!secure && !isLoopbackUrl(config.appUrl)) app.log.warn({ appUrl: config.appUrl }, 'people reach this installation without TLS: whoever is on the way reads their codes and documents');
  await app.register(helmet, {
    contentSecurityPolicy: policyFor(config, together(config.billing.stripe === null ? none : cardPages, widgetSources(config))),
    hsts: secure,
    // Links in mail carry codes, which must not leak to other sites in `Referer`.
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginEmbedderPolicy: false,
    // Pictures and documents are shown by the app, which may be served from another of our hosts.
    crossOriginResourcePolicy: { policy: originsOf(config).length > 1 ? 'same-site' : 'same-origin' },
  });
  app.addHook('onSend', async (_request, reply) => {
    void reply.header('permissions-policy', permissions);
    void reply.header('reporting-endpoints', `${reportingEndpoint}="${policyReportsPath}"`);
    if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store');
  });
}

const originsOf = ({ appUrl, hosts }: Pick<Config, 'appUrl' | 'hosts'>): string[] => [...new Set([appUrl, ...Object.values(hosts)])];

type Policy = Exclude<FastifyHelmetOptions['contentSecurityPolicy'], boolean | undefined>;
export type PolicySettings = Pick<Config, 'appUrl' | 'hosts' | 's3' | 'signingHelper' | 'webDir' | 'captcha'>;

/** The policy of the sign-in page, the only one on which a CAPTCHA is shown and none on which cards are entered. */
export const signInPolicy = (config: PolicySettings): Policy => policyFor(config, captchaSources(config));

/** A script at another address than the provider's own may load frames from there. */
function captchaSources({ captcha }: Pick<Config, 'captcha'>): Sources {
  if (captcha === null) return none;
  const { script, scripts, frames, calls, styles } = captchaAddresses[captcha.provider];
  const other = captcha.scriptUrl === script ? [] : [new URL(captcha.scriptUrl).origin];
  return { scripts: [...scripts, ...other], frames: [...frames, ...other], calls: [...calls, ...other], styles };
}

function policyFor(config: PolicySettings, others: Sources): Policy {
  const origins = originsOf(config);
  const storages = storageOrigins(config);
  const helper = config.signingHelper === null ? [] : [config.signingHelper];
  return {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      // The document core is WebAssembly; no other evaluation is allowed.
      scriptSrc: ["'self'", "'wasm-unsafe-eval'", ...inlineScripts(config.webDir), ...others.scripts],
      workerSrc: ["'self'"],
      styleSrc: ["'self'", "'unsafe-inline'", ...others.styles],
      imgSrc: ["'self'", 'data:', 'blob:', ...origins, ...storages],
      fontSrc: ["'self'", 'data:', 'blob:'],
      connectSrc: ["'self'", 'blob:', 'data:', ...origins, ...storages, ...others.calls, ...helper],
      frameSrc: ["'self'", ...origins, ...others.frames],
      frameAncestors: ["'self'"],
      formAction: ["'self'", ...origins],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      // Older browsers support `report-uri`, newer ones `report-to`.
      reportUri: [policyReportsPath],
      reportTo: [reportingEndpoint],
    },
  };
}

/** Headers for responses that are sent before routing and so before any hook. */
export const headersWithoutRoute = ({ appUrl }: Pick<Config, 'appUrl'>): Record<string, string> => ({
  'content-security-policy': sandboxPolicy,
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
function storageOrigins({ s3 }: Pick<Config, 's3'>): string[] {
  if (s3?.directDownloads !== true) return [];
  const address = s3.publicUrl ?? s3.endpoint ?? `https://s3.${s3.region}.amazonaws.com`;
  const { protocol, host, origin } = new URL(address);
  return s3.pathStyle ? [origin] : [origin, `${protocol}//${s3.bucket}.${host}`];
}
