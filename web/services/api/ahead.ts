import { currentSession } from '../auth/auth.ts';
import type { Host } from '../config.ts';
import { hostUrl } from '../config.ts';

/** Answers older than this are asked for anew. */
const LASTS = 10_000;

/** The server says no, and says so once: whoever takes the answer is refused without asking again. */
export class Refusal {
  readonly status: number;
  readonly body: unknown;

  constructor(status: number, body: unknown) {
    this.status = status;
    this.body = body;
  }
}

/** Answers that were asked for before a screen wanted them. The first who asks takes one; nobody gets what has grown old. */
export class Ahead {
  readonly #answers = new Map<string, Promise<unknown>>();
  readonly #waiting = new Map<string, (() => void)[]>();
  readonly #wanted = new Set<string>();
  readonly #begun = Date.now();

  put(address: string, answer: Promise<unknown>): void {
    this.#answers.set(address, answer);
    const forget = (): void => {
      if (this.#answers.get(address) === answer) this.#remove(address);
    };
    setTimeout(forget, LASTS);
    // Whoever needs it asks again, and is told.
    answer.catch(forget);
  }

  take(address: string): Promise<unknown> | undefined {
    const answer = this.#answers.get(address);
    this.#remove(address);
    // Only while the page begins is anything asked for ahead.
    if (!answer && Date.now() - this.#begun < LASTS) this.#wanted.add(address);
    return answer;
  }

  /** Does something as soon as an answer that lies here has been taken, or lies here no more, unless it is a refusal; false where there is none. */
  whenGone(address: string, then: () => void): boolean {
    if (!this.#answers.has(address)) return false;
    this.#waiting.set(address, [...(this.#waiting.get(address) ?? []), then]);
    return true;
  }

  #remove(address: string): void {
    const answer = this.#answers.get(address);
    this.#answers.delete(address);
    const waiting = this.#waiting.get(address) ?? [];
    this.#waiting.delete(address);
    // After whoever takes it has it.
    for (const then of waiting) void answer?.then((value) => value instanceof Refusal || then(), then);
  }

  /** Whoever wanted it sooner than it was asked for has asked by themselves. */
  isTooLate(address: string): boolean {
    return this.#wanted.has(address);
  }
}

export const ahead = new Ahead();

const read = async (address: string): Promise<unknown> => {
  const response = await fetch(address, {
    cache: 'no-store',
    headers: { accept: 'application/json', authorization: `Bearer ${currentSession()?.token}` },
    signal: AbortSignal.timeout(LASTS),
  });
  if (response.status === 403) return new Refusal(403, await response.json());
  if (!response.ok) throw new Error(`${response.status}`);
  return response.json();
};

/** Asks what a call will ask in a moment, before the app with its calls has come: the call takes this answer. Nothing where it has asked already. */
export const readAhead = (host: Host, path: string): Promise<unknown> => {
  const address = hostUrl(host) + path;
  if (ahead.isTooLate(address)) return Promise.resolve(undefined);
  const answer = read(address);
  ahead.put(address, answer);
  return answer;
};
