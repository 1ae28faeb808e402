/**
 * A cloud storage service: OAuth 2.0 for access, then listing folders and downloading files. A refusal or a missing
 * answer is an `integration_error`; `not_connected` means that the person must grant access again.
 */
import type { z } from 'zod';
import type { CloudEntry, CloudSourceId } from '#contract/entities/cloud.ts';
import { fetching } from '#contract/limits/calls.ts';
import type { FetchedFile } from '#server/adapters/fetching/fetch-file.ts';
import { AppError } from '#server/platform/app-error.ts';

export interface Tokens {
  access: string;
  /** Null when the source issued no new refresh token: the previous one stays valid. */
  refresh: string | null;
  expiresAt: Date;
}

export interface Grant {
  state: string;
  /** PKCE challenge of the verifier (S256). */
  challenge: string;
  redirectUri: string;
}

export interface CloudSource {
  readonly id: CloudSourceId;
  /** URL where the person grants access. */
  authorization(grant: Grant): string;
  redeem(code: string, verifier: string, redirectUri: string): Promise<Tokens>;
  refresh(token: string): Promise<Tokens>;
  list(access: string, folder: string | undefined, page: string | undefined): Promise<{ entries: CloudEntry[]; next: string | null }>;
  fetch(access: string, entry: string, maxSize: number): Promise<FetchedFile>;
}

export const notConnected = (): AppError => new AppError('integration_error', { reason: 'not_connected' });

/**
 * Sends a request to a source. Redirects aren't followed: they lead to other hosts, which must not receive the
 * token.
 */
export async function sendRequest(url: string, init: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(fetching.timeLimit) });
  } catch (error) {
    throw new AppError('integration_error', { reason: error instanceof Error && error.name === 'TimeoutError' ? 'time' : 'connection' });
  }
  if (response.status < 400) return response;
  await response.body?.cancel();
  if (response.status === 401) throw notConnected();
  if (response.status === 404 || response.status === 409) throw new AppError('unable_to_get', { status: response.status });
  throw new AppError('integration_error', { status: response.status });
}

/** Like `sendRequest`, but treats a redirect as an error. */
export async function sendWithoutRedirect(url: string, init: RequestInit): Promise<Response> {
  const response = await sendRequest(url, init);
  if (response.status < 300) return response;
  await response.body?.cancel();
  throw new AppError('integration_error', { status: response.status });
}

export async function requestJson<Shape extends z.ZodType>(shape: Shape, url: string, init: RequestInit): Promise<z.output<Shape>> {
  const response = await sendWithoutRedirect(url, { ...init, headers: { accept: 'application/json', ...init.headers } });
  try {
    return shape.parse(await response.json());
  } catch {
    throw new AppError('integration_error', { reason: 'answer' });
  }
}

export const bearer = (access: string): Record<string, string> => ({ authorization: `Bearer ${access}` });

/** Reads the body of a response; throws `max_size_exceeded` beyond `maxSize` bytes. */
export async function bytesOf(response: Response, maxSize: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of response.body ?? []) {
      size += chunk.length;
      if (size > maxSize) throw new AppError('max_size_exceeded');
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('integration_error', { reason: 'connection' });
  }
  return Buffer.concat(chunks);
}
