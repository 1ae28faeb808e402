/**
 * Requests to user-supplied URLs: http and https only, public addresses only. SignedUrls are checked at connection
 * time, which prevents DNS rebinding.
 */
import { lookup as resolve, type LookupAddress } from 'node:dns';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { Readable } from 'node:stream';
import { AppError } from '#server/platform/app-error.ts';
import { openNetwork } from './public-addresses.ts';

/** Default, in milliseconds. */
const timeLimit = 10_000;

/** Returns the parsed URL; throws `invalid_url`. */
export function checkedAddress(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') throw new AppError('invalid_url');
  // A literal IP address isn't looked up, so it is checked here.
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && !openNetwork.contains(host)) throw new AppError('invalid_url', { reason: 'address' });
  return url;
}

interface PublicRequest {
  signal: AbortSignal;
  method?: string;
  headers?: Record<string, string>;
  body?: Uint8Array | undefined;
}

/**
 * Sends a request to a checked URL. Throws `unable_to_get` alike for internal and for unknown host names, so that
 * callers can't probe the internal network.
 */
export function requestPublic(url: URL, { signal, method = 'GET', headers = {}, body }: PublicRequest): Promise<IncomingMessage> {
  const client = url.protocol === 'https:' ? https : http;
  return new Promise((settle, reject) => {
    client
      .request(url, { method, signal, lookup: guardedLookup, agent: false, headers: { 'user-agent': 'Countersign', ...headers } }, settle)
      .on('error', (error) => reject(asRefusal(error)))
      .end(body);
  });
}

/**
 * `fetch` for user-supplied URLs. Ignores the cache and credentials options, as it uses neither, and follows no
 * redirects.
 */
export async function fetchPublic(address: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  const response = await requestPublic(checkedAddress(String(address)), {
    signal: init.signal ?? AbortSignal.timeout(timeLimit),
    method: init.method ?? 'GET',
    headers: Object.fromEntries(new Headers(init.headers)),
    body: init.body instanceof Uint8Array ? init.body : undefined,
  });
  return new Response(Readable.toWeb(response) as ReadableStream, { status: response.statusCode ?? 502 });
}

const unreachable = (host: string): Error => new Error(`${host} has no public address`);

/** Refuses a host name unless all its addresses are public. */
const guardedLookup: LookupFunction = (host, options, done) => {
  resolve(host, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    const [first] = addresses ?? [];
    if (error || !first) return done(error ?? unreachable(host), '');
    if (!addresses.every(({ address }) => openNetwork.contains(address))) return done(unreachable(host), '');
    if (options.all) return done(null, addresses);
    return done(null, first.address, first.family);
  });
};

/** Maps network errors to `unable_to_get`. */
export const asRefusal = (error: Error): AppError => (error instanceof AppError ? error : new AppError('unable_to_get', { reason: error.name === 'TimeoutError' || error.name === 'AbortError' ? 'time' : 'connection' }));
