/**
 * CORS and CSRF. Only the web app's own origins may call from another origin, where the app is served apart from
 * the API (`API_URL`, `ACCOUNT_API_URL`, `PV_IDP_URL`). Calls carry a bearer token that a foreign page doesn't
 * have. Where a cookie alone authenticates, a request from a foreign page is refused before it has any effect.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { traceHeader } from '#contract/calls/common.ts';
import type { App } from './app.types.ts';
import { AppError } from '#server/platform/app-error.ts';
import type { Config } from '#server/platform/config.ts';

const methods = 'GET, HEAD, POST, PUT, PATCH, DELETE';
const headers = 'authorization, content-type, last-event-id, traceparent, cache-control, range, x-requested-with';
const exposed = `content-disposition, content-length, content-range, date, retry-after, ${traceHeader}`;
const preflightSeconds = '600';
const safe: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

export function registerCrossOrigin(app: App, config: Pick<Config, 'appUrl' | 'hosts'>): void {
  const own: ReadonlySet<string> = new Set([config.appUrl, ...Object.values(config.hosts)]);
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('vary', 'origin');
    const { origin } = request.headers;
    if (origin === config.appUrl) allow(reply);
    else if (isForeign(request, own)) throw new AppError('forbidden');
    if (isPreflight(request)) return reply.status(204).send();
  });
}

function allow(reply: FastifyReply): void {
  void reply
    .header('access-control-allow-origin', reply.request.headers.origin)
    .header('access-control-allow-credentials', 'true')
    .header('access-control-expose-headers', exposed);
  if (!isPreflight(reply.request)) return;
  void reply.header('access-control-allow-methods', methods).header('access-control-allow-headers', headers).header('access-control-max-age', preflightSeconds);
}

const isPreflight = ({ method, headers: given }: FastifyRequest): boolean => method === 'OPTIONS' && given['access-control-request-method'] !== undefined;

/**
 * Whether another site's page sends a state-changing request with this browser's cookies. Pages with the policy
 * `no-referrer` (ours) send forms with `Origin: null`; then `Sec-Fetch-Site` decides.
 */
function isForeign({ method, headers: given }: FastifyRequest, own: ReadonlySet<string>): boolean {
  if (safe.has(method) || given.cookie === undefined || given.authorization !== undefined) return false;
  if (given['sec-fetch-site'] === 'cross-site') return true;
  const { origin } = given;
  if (origin === undefined || origin === 'null' || own.has(origin)) return false;
  return !URL.canParse(origin) || new URL(origin).host !== given.host;
}
