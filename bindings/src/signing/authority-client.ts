import { EngineError } from '../errors.ts';

/** How authorities are asked. Their addresses come from certificates of strangers: `allow` decides where to go. */
export interface AuthorityOptions {
  /** Milliseconds for one answer. */
  timeout?: number;
  /** How often one question is asked before it counts as not answered. */
  attempts?: number;
  /** Milliseconds before the second attempt; doubled before each further one. */
  pause?: number;
  /** Bytes of the largest answer that is taken. */
  maxBytes?: number;
  /** Whether an address may be asked; by default every one of http and https. A server refuses its own network here. */
  allow?: (address: URL) => boolean;
  /** Headers for the time-stamp authority, such as its access token. */
  timestampHeaders?: Record<string, string>;
  /** Asks instead of the platform's own. */
  fetch?: typeof globalThis.fetch;
  signal?: AbortSignal;
}

/** What a question is sent as, and what its answer is called. */
interface Question {
  address: string;
  body?: Uint8Array;
  type?: string;
  headers?: Record<string, string>;
  code: 'timestamp_unavailable' | 'validation_unavailable';
}

const defaults = { timeout: 15_000, attempts: 3, pause: 1000, maxBytes: 32 << 20 };

/** Asks time-stamp authorities, responders and repositories. The core makes the questions and checks the answers. */
export class AuthorityClient {
  readonly #options: AuthorityOptions & typeof defaults;

  constructor(options: AuthorityOptions = {}) {
    this.#options = { ...defaults, ...options };
  }

  /** The answer of a time-stamp authority (RFC 3161, 3.4). */
  timestamp(address: string, request: Uint8Array): Promise<Uint8Array> {
    return this.#ask({ address, body: request, type: 'application/timestamp-query', headers: this.#options.timestampHeaders, code: 'timestamp_unavailable' });
  }

  /** The answer of a responder (RFC 6960, appendix A). */
  ocsp(address: string, request: Uint8Array): Promise<Uint8Array> {
    return this.#ask({ address, body: request, type: 'application/ocsp-request', code: 'validation_unavailable' });
  }

  /** A certificate or a list. */
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
      // Another address than the one that was allowed is never asked.
      redirect: 'error',
      credentials: 'omit',
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    });
    // What the client did wrong does not get better by asking again.
    if (response.status >= 400 && response.status < 500 && response.status !== 429) throw new Refusal(`status ${response.status}`);
    if (!response.ok || !response.body) throw new Error(`status ${response.status}`);
    return bytesWithin(response.body, this.#options.maxBytes);
  }
}

/** An answer that another attempt does not change. */
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
