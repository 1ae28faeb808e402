/**
 * Downloads a file from a URL named by a user: http and https only, public addresses only (checked at connection
 * time, which prevents DNS rebinding), with limits of size, time and redirects.
 */
import type { IncomingMessage } from 'node:http';
import { AppError } from '#server/platform/app-error.ts';
import { asRefusal, checkedAddress, requestPublic } from './public-request.ts';

interface FetchLimits {
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
  let url = checkedAddress(address);
  for (let hop = 0; hop <= limits.redirects; hop += 1) {
    const response = await requestPublic(url, { signal, headers: { accept: '*/*', 'accept-encoding': 'identity' } });
    const { statusCode = 0, headers } = response;
    if (statusCode >= 300 && statusCode < 400 && headers.location) {
      response.destroy();
      url = checkedAddress(URL.canParse(headers.location, url) ? new URL(headers.location, url).href : headers.location);
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
    // Invalid percent-encoding is kept as it is.
  }
  return name.replaceAll(/[/\\\p{Cc}]/gu, '').trim().slice(0, 200);
}
