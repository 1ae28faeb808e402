import { currentSession } from '../auth/auth.ts';
import type { Host } from '../config.ts';
import { hostUrl } from '../config.ts';

/** Answers older than this are asked for anew. */
const LASTS = 10_000;

/** Answers that were asked for before a screen wanted them. The first who asks takes one; nobody gets what has grown old. */
export class Ahead {
  readonly #answers = new Map<string, Promise<unknown>>();
  readonly #wanted = new Set<string>();
  readonly #begun = Date.now();

  put(address: string, answer: Promise<unknown>): void {
    this.#answers.set(address, answer);
    const forget = (): void => {
      if (this.#answers.get(address) === answer) this.#answers.delete(address);
    };
    setTimeout(forget, LASTS);
    // Whoever needs it asks again, and is told.
    answer.catch(forget);
  }

  take(address: string): Promise<unknown> | undefined {
    const answer = this.#answers.get(address);
    this.#answers.delete(address);
    // Only while the page begins is anything asked for ahead.
    if (!answer && Date.now() - this.#begun < LASTS) this.#wanted.add(address);
    return answer;
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
