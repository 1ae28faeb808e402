import { currentSession } from '../auth/auth.ts';
import type { Host } from '../config.ts';
import { hostUrl } from '../config.ts';

/** Entries older than this are dropped. */
const LIFETIME_MS = 10_000;

/** A prefetched 403. It is a final answer: the call that takes it fails without a second request. */
export class Refusal {
  readonly status: number;
  readonly body: unknown;

  constructor(status: number, body: unknown) {
    this.status = status;
    this.body = body;
  }
}

/** Responses that were requested before the app loaded. Each entry is used once, and expires after `LIFETIME_MS`. */
export class PrefetchCache {
  readonly #answers = new Map<string, Promise<unknown>>();
  readonly #waiting = new Map<string, (() => void)[]>();
  readonly #wanted = new Set<string>();
  readonly #begun = Date.now();

  put(address: string, answer: Promise<unknown>): void {
    this.#answers.set(address, answer);
    const forget = (): void => {
      if (this.#answers.get(address) === answer) this.#remove(address);
    };
    setTimeout(forget, LIFETIME_MS);
    // A failed prefetch leaves no entry: the call itself sends the request and reports the error.
    answer.catch(forget);
  }

  take(address: string): Promise<unknown> | undefined {
    const answer = this.#answers.get(address);
    this.#remove(address);
    // Prefetching happens only while the page loads, so later misses are not worth remembering.
    if (!answer && Date.now() - this.#begun < LIFETIME_MS) this.#wanted.add(address);
    return answer;
  }

  /** Calls `then` once the entry was taken or has expired, unless it is a refusal. Returns false if there is no entry. */
  onRemoved(address: string, then: () => void): boolean {
    if (!this.#answers.has(address)) return false;
    this.#waiting.set(address, [...(this.#waiting.get(address) ?? []), then]);
    return true;
  }

  #remove(address: string): void {
    const answer = this.#answers.get(address);
    this.#answers.delete(address);
    const waiting = this.#waiting.get(address) ?? [];
    this.#waiting.delete(address);
    // After the caller that took the entry has its value.
    for (const then of waiting) void answer?.then((value) => value instanceof Refusal || then(), then);
  }

  /** Whether a call missed this entry before: it has sent its own request, so a prefetch would be a duplicate. */
  wasMissed(address: string): boolean {
    return this.#wanted.has(address);
  }
}

export const prefetchCache = new PrefetchCache();

const read = async (address: string): Promise<unknown> => {
  const response = await fetch(address, {
    cache: 'no-store',
    headers: { accept: 'application/json', authorization: `Bearer ${currentSession()?.token}` },
    signal: AbortSignal.timeout(LIFETIME_MS),
  });
  if (response.status === 403) return new Refusal(403, await response.json());
  if (!response.ok) throw new Error(`${response.status}`);
  return response.json();
};

/** Requests what a call will need in a moment, before the app has loaded. Resolves to undefined if the call came first. */
export const prefetchCall = (host: Host, path: string): Promise<unknown> => {
  const address = hostUrl(host) + path;
  if (prefetchCache.wasMissed(address)) return Promise.resolve(undefined);
  const answer = read(address);
  prefetchCache.put(address, answer);
  return answer;
};
