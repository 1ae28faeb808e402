import type { CallDefinition } from '#contract/calls/define.ts';
import { errorTexts } from '#contract/errors.ts';
import { AppError } from '../app-error.ts';

/** Path parameters, query and body. The contract says which of them a call takes. */
export interface RawInput {
  params?: object | undefined;
  query?: object | undefined;
  body?: unknown;
}

const fill = (path: string, params: Record<string, unknown>): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (typeof value !== 'string' || value === '') {
      throw new AppError('request_validation_error', { message: errorTexts.missedQueryParameter });
    }
    return encodeURIComponent(value);
  });

/** The URL of a call, with path parameters and the defined query parameters. */
export const addressOf = (definition: Pick<CallDefinition, 'path'>, host: string, input: RawInput): string => {
  const url = new URL(host + fill(definition.path, { ...input.params }));
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined && value !== null) url.searchParams.set(name, String(value));
  }
  return url.href;
};

/** Milliseconds that a `Retry-After` header asks to wait: seconds or a date (RFC 9110, 10.2.3). */
export const retryAfterOf = (header: string | null, now = Date.now()): number | null => {
  if (header === null || header.trim() === '') return null;
  const seconds = Number(header);
  const wait = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - now;
  return Number.isNaN(wait) ? null : Math.max(0, wait);
};

/** Converts an error response. Without a known code the message of the server is kept. */
export const errorOfAnswer = (status: number, body: unknown, isKnown: (code: unknown) => boolean, retryAfter: number | null = null): AppError => {
  const error = typeof body === 'object' && body !== null && 'error' in body ? body.error : undefined;
  const part = (name: string): unknown =>
    typeof error === 'object' && error !== null ? (error as Record<string, unknown>)[name] : undefined;
  const message = part('message');
  const text = typeof message === 'string' ? message : undefined;
  const code = part('code');
  if (isKnown(code)) {
    return new AppError(code as AppError['code'], { status, ...(text ? { message: text } : {}), details: part('details'), retryAfter });
  }
  const gateway = status === 502 || status === 503 || status === 504;
  return new AppError(gateway ? 'service_unavailable' : 'unregistered_server_error', {
    status,
    retryAfter,
    ...(text ? { message: text } : {}),
  });
};
