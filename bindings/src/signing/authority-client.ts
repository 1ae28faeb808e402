import { EngineError } from '../errors.ts';

/** Options of the client. The URLs come from untrusted certificates; `allow` decides which are requested. */
export interface AuthorityOptions {
  /** Time limit of one response, in milliseconds. */
  timeout?: number;
  /** Maximum number of attempts per request. */
  attempts?: number;
  /** Milliseconds before the second attempt; doubled before each further one. */
  pause?: number;
  /** Maximum size of a response, in bytes. */
  maxBytes?: number;
  /** Whether a URL may be requested; by default every HTTP(S) URL. On a server, use it to block the internal network (SSRF). */
  allow?: (address: URL) => boolean;
  /** HTTP headers for the time-stamp authority, such as an access token. */
  timestampHeaders?: Record<string, string>;
  /** Replaces the global `fetch`. */
  fetch?: typeof globalThis.fetch;
  signal?: AbortSignal;
}

/** A request, with the error code of its failure. */
interface Question {
  address: string;
  body?: Uint8Array;
  type?: string;
  headers?: Record<string, string>;
  code: 'timestamp_unavailable' | 'validation_unavailable';
}

const defaults = { timeout: 15_000, attempts: 3, pause: 1000, maxBytes: 32 << 20 };

/**
 * Sends requests to time-stamp authorities, OCSP responders and certificate repositories. The core creates the requests
 * and checks the responses.
 */
export class AuthorityClient {
  readonly #options: AuthorityOptions & typeof defaults;

  constructor(options: AuthorityOptions = {}) {
    this.#options = { ...defaults, ...options };
  }

  /** Requests a time stamp (RFC 3161, 3.4); returns the response. */
  timestamp(address: string, request: Uint8Array): Promise<Uint8Array> {
    return this.#ask({ address, body: request, type: 'application/timestamp-query', headers: this.#options.timestampHeaders, code: 'timestamp_unavailable' });
  }

  /** Sends an OCSP request (RFC 6960, appendix A); returns the response. */
  ocsp(address: string, request: Uint8Array): Promise<Uint8Array> {
    return this.#ask({ address, body: request, type: 'application/ocsp-request', code: 'validation_unavailable' });
  }

  /** Downloads a certificate, a CRL or a trusted list. */
  download(address: string): Promise<Uint8Array> {
    return this.#ask({ address, code: 'validation_unavailable' });
  }

  async #ask(question: Question): Promise<Uint8Array> {
    const { attempts, pause, signal } = this.#options;
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#askOnce(question);
      } catch (error) {
        if (signal?.aborted) throw new EngineError('process_canceled', 'The call was cancelled');
        if (error instanceof EngineError) throw error;
        const why = error instanceof Error ? error.message : String(error);
        if (attempt >= attempts || error instanceof Refusal) throw new EngineError(question.code, `${question.address} does not answer: ${why}`);
        await delay(pause * 2 ** (attempt - 1), signal);
      }
    }
  }

  async #askOnce({ address, body, type, headers, code }: Question): Promise<Uint8Array> {
    const { timeout, signal, allow, fetch = globalThis.fetch } = this.#options;
    const url = new URL(address);
    if (!/^https?:$/.test(url.protocol) || allow?.(url) === false) throw new EngineError(code, `${address} may not be asked`);
    const limit = AbortSignal.timeout(timeout);
    const response = await fetch(url, {
      method: body ? 'POST' : 'GET',
      body: body as BodyInit | undefined,
      headers: { ...headers, ...(type ? { 'content-type': type } : {}) },
      // A redirect could lead to a URL that `allow` has not checked.
      redirect: 'error',
      credentials: 'omit',
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    });
    // Client errors are not retried, except for rate limits.
    if (response.status >= 400 && response.status < 500 && response.status !== 429) throw new Refusal(`status ${response.status}`);
    if (!response.ok || !response.body) throw new Error(`status ${response.status}`);
    return bytesWithin(response.body, this.#options.maxBytes);
  }
}

/** An error that a retry can't fix. */
class Refusal extends Error {}

async function bytesWithin(body: ReadableStream<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    length += value.length;
    if (length <= maxBytes) continue;
    await reader.cancel();
    throw new Refusal(`more than ${maxBytes} bytes`);
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

function delay(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, milliseconds);
    const abort = () => {
      clearTimeout(timer);
      reject(new EngineError('process_canceled', 'The call was cancelled'));
    };
    signal?.addEventListener('abort', abort, { once: true });
  });
}
