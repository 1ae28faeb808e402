/**
 * Serves the built web app. API calls and screens share one origin and some paths (`/transactions` is both):
 * browser navigation gets the screen, any other request the API call.
 */
import { existsSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Host } from '#contract/calls/define.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { signInMethods as all } from '#contract/entities/sign-in-methods.ts';
import { routes } from '#contract/routes.ts';
import { isScreen } from '#contract/screens.ts';
import type { App } from './app.types.ts';
import { AppError } from '#server/platform/app-error.ts';
import type { Config } from '#server/platform/config.ts';
import { signInPolicy, type PolicySettings } from './security.ts';

/**
 * Files with a content hash in their name are immutable. The few files that every page loads are cached for an
 * hour; everything else is revalidated.
 */
const lastingOf = (file: string): string => {
  if (file.startsWith('assets')) return 'public, max-age=31536000, immutable';
  return ['favicon.svg', 'icon-512.png', 'manifest.webmanifest', 'touch-icon.png'].includes(file) ? 'public, max-age=3600' : 'no-cache';
};

/** Code for a call about a kind of resource that has no insights or can't be shared (document 2, 5.4). */
function unknownResource(path: string): ErrorCode | undefined {
  if (/^\/[^/]+\/[^/]+\/insights$/.test(path)) return 'validation_error';
  return /^\/[^/]+\/[^/]+\/share$/.test(path) ? 'invalid_resource' : undefined;
}

type PageSettings = PolicySettings & Pick<Config, 'analytics' | 'cookieConsent' | 'errorReports' | 'phoneSignIn' | 'serviceWorker' | 'signInMethods'>;

export async function registerWebApp(app: App, config: PageSettings): Promise<void> {
  const { webDir } = config;
  const pages = pagesWithSettings(config);
  const built = existsSync(join(webDir, 'index.html'));
  const show = (reply: FastifyReply, page: string, status: number): FastifyReply => {
    void reply.status(status).header('cache-control', 'no-cache').header('vary', 'accept');
    const text = pages.get(page);
    if (text !== undefined) return reply.type('text/html; charset=utf-8').send(text);
    if (built) return reply.sendFile(page);
    return reply.status(503).type('text/plain; charset=utf-8').send('The web app is not built yet. Run "npm start", which builds it.\n');
  };

  await app.register(fastifyStatic, {
    root: webDir,
    index: false,
    wildcard: true,
    preCompressed: true,
    suppressWarning: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      void reply.header('cache-control', lastingOf(path.slice(webDir.length + 1)));
    },
  });

  const isAsset = namesIn(join(webDir, 'assets'));
  // For any other path the plug-in reads the whole folder at each request, to see that the name is spelled as it is asked for.
  app.get<{ Params: { name: string } }>('/assets/:name', async ({ params: { name } }, reply) => ((await isAsset(name)) ? reply.sendFile(`assets/${name}`) : reply.callNotFound()));
  app.addHook('onRequest', async (request, reply) => {
    if ((isNavigation(request) || isMailLink(request)) && isScreen(pathOf(request))) return show(reply, 'index.html', 200);
  });
  // No API call has this path, so every client gets the start page, whatever it accepts.
  app.get('/', async (_request, reply) => show(reply, 'index.html', 200));
  // An installed app whose service worker is gone: what was shared can't be taken, but the page for it opens.
  app.post(routes.upload, async (_request, reply) => reply.redirect(routes.upload, 303));
  app.get('/sign-in', { helmet: { contentSecurityPolicy: signInPolicy(config) } }, async (_request, reply) => show(reply, 'sign-in.html', 200));
  app.setNotFoundHandler((request, reply) => {
    if (isNavigation(request)) return show(reply, 'index.html', 404);
    throw new AppError(unknownResource(pathOf(request)) ?? 'route_not_found');
  });
}

/** Tells whether a folder has a file of exactly this name; one that it did not have a moment ago may be of a new build. */
function namesIn(folder: string): (name: string) => Promise<boolean> {
  let names: ReadonlySet<string> = new Set();
  return async (name) => {
    if (!names.has(name)) names = new Set(await readdir(folder).catch(() => []));
    return names.has(name);
  };
}

function isNavigation(request: FastifyRequest): boolean {
  const asksForPage = (request.headers.accept ?? '').includes('text/html') && request.headers.authorization === undefined;
  return asksForPage && (request.method === 'GET' || request.method === 'HEAD');
}

/**
 * Link scanners of mail providers accept any content type and must find a page. No API call without a token takes a
 * `code`.
 */
function isMailLink({ method, headers, url }: FastifyRequest): boolean {
  const query = new URLSearchParams(url.split('?', 2)[1]);
  return query.has('code') && headers.authorization === undefined && (method === 'GET' || method === 'HEAD');
}

const pathOf = (request: FastifyRequest): string => request.url.split('?', 1)[0] ?? '/';

const hostNames = { api: 'API_URL', account: 'ACCOUNT_API_URL', identity: 'PV_IDP_URL' } as const satisfies Record<Host, string>;

/**
 * Settings that the app needs before its first API call are embedded in the pages: the hosts of parts that are
 * served apart, whether to ask for consent and what is collected with it, the ways to sign in, if not all are offered, whether a phone is one, and whether the app may stay in the browser. Visitors, who make no API calls at all, need them as well.
 */
function pagesWithSettings({ webDir, appUrl, hosts, analytics, cookieConsent, errorReports, phoneSignIn, serviceWorker, signInMethods }: PageSettings): ReadonlyMap<string, string> {
  const apart = (Object.keys(hostNames) as Host[]).filter((host) => hosts[host] !== appUrl);
  const asksForReports = analytics !== null || errorReports !== null;
  const settings: (readonly [name: string, value: string])[] = [
    ...apart.map((host) => [hostNames[host], hosts[host]] as const),
    ...(cookieConsent || asksForReports ? [['COOKIE_CONSENT', cookieConsent ? 'true' : 'reports'] as const] : []),
    ...(analytics ? [['COLLECTS_USAGE', 'true'] as const] : []),
    ...(errorReports ? [['COLLECTS_ERRORS', 'true'] as const] : []),
    ...(signInMethods.length < all.length ? [['SIGN_IN_METHODS', signInMethods.join(',')] as const] : []),
    ...(phoneSignIn ? [['ENABLE_PHONE_FOR_LOGIN', 'true'] as const] : []),
    ...(serviceWorker ? [] : [['USE_SERVICE_WORKER', 'false'] as const]),
  ];
  const metas = settings.map(([name, value]) => `<meta name="${name}" content="${value}">`).join('');
  const pages = ['index.html', 'sign-in.html'].filter((page) => metas !== '' && existsSync(join(webDir, page)));
  return new Map(pages.map((page) => [page, readFileSync(join(webDir, page), 'utf8').replace('<head>', `<head>${metas}`)]));
}
