/**
 * Fetches a file from an address that somebody named: http and https only, public addresses only (looked at when the
 * connection is made, so that a name can't change its mind in between), with limits on size, time and redirects.
 */
import { lookup as resolve, type LookupAddress } from 'node:dns';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { AppError } from '#server/app/app-error.ts';
import { isPublicAddress } from './public-addresses.ts';

export interface FetchLimits {
  maxSize: number;
  timeLimit: number;
  redirects: number;
}

export interface FetchedFile {
  bytes: Buffer;
  mime: string;
  name: string;
}

/** Throws `invalid_url`, `unable_to_get` or `max_size_exceeded`. */
export async function fetchFile(address: string, limits: FetchLimits): Promise<FetchedFile> {
  const signal = AbortSignal.timeout(limits.timeLimit);
  let url = checked(address);
  for (let hop = 0; hop <= limits.redirects; hop += 1) {
    const response = await request(url, signal);
    const { statusCode = 0, headers } = response;
    if (statusCode >= 300 && statusCode < 400 && headers.location) {
      response.destroy();
      url = checked(new URL(headers.location, url).href);
      continue;
    }
    if (statusCode !== 200) {
      response.destroy();
      throw new AppError('unable_to_get', { status: statusCode });
    }
    return { bytes: await bodyOf(response, limits.maxSize), mime: mimeOf(headers['content-type']), name: nameOf(url, headers['content-disposition']) };
  }
  throw new AppError('unable_to_get', { reason: 'redirects' });
}

function checked(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') throw new AppError('invalid_url');
  // A literal address is never looked up, so it is looked at here.
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw new AppError('invalid_url', { reason: 'address' });
  return url;
}

function request(url: URL, signal: AbortSignal): Promise<IncomingMessage> {
  const client = url.protocol === 'https:' ? https : http;
  return new Promise((settle, reject) => {
    client
      .get(url, { signal, lookup: guardedLookup, agent: false, headers: { accept: '*/*', 'user-agent': 'Countersign', 'accept-encoding': 'identity' } }, settle)
      .on('error', (error) => reject(asRefusal(error)));
  });
}

/** Connects only where everything a name stands for is public. */
const guardedLookup: LookupFunction = (host, options, done) => {
  resolve(host, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    const [first] = addresses ?? [];
    if (error || !first) return done(error ?? new Error(`${host} has no address`), '');
    if (!addresses.every(({ address }) => isPublicAddress(address))) return done(new AppError('invalid_url', { reason: 'address' }) as NodeJS.ErrnoException, '');
    if (options.all) return done(null, addresses);
    return done(null, first.address, first.family);
  });
};

const asRefusal = (error: Error): AppError => (error instanceof AppError ? error : new AppError('unable_to_get', { reason: error.name === 'TimeoutError' || error.name === 'AbortError' ? 'time' : 'connection' }));

async function bodyOf(response: IncomingMessage, maxSize: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  if (Number(response.headers['content-length'] ?? 0) > maxSize) {
    response.destroy();
    throw new AppError('max_size_exceeded');
  }
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxSize) throw new AppError('max_size_exceeded');
      chunks.push(chunk);
    }
  } catch (error) {
    throw asRefusal(error as Error);
  }
  return Buffer.concat(chunks);
}

const mimeOf = (contentType: string | undefined): string => (contentType ?? '').replace(/;.*/s, '').trim().toLowerCase();

function nameOf(url: URL, disposition: string | undefined): string {
  const given = /filename\*?=(?:UTF-8'')?"?([^";]+)"?/i.exec(disposition ?? '')?.[1];
  const path = given ?? url.pathname.split('/').at(-1) ?? '';
  let name = path;
  try {
    name = decodeURIComponent(path);
  } catch {
    // What is no percent-encoding is taken as it is.
  }
  return name.replaceAll(/[/\\\p{Cc}]/gu, '').trim().slice(0, 200);
}
