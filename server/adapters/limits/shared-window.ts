/**
 * Rate counting without a database query per call. Each node counts locally and, about once a second, exchanges the
 * counts of frequent callers through the database. A limit over all nodes is exceeded by at most the calls of that
 * second.
 */
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '#server/platform/database/database.ts';
import { addHits } from './rate-counters.ts';

interface Counter {
  /** Counted locally; `reported` of these have been reported to the other nodes. */
  own: number;
  reported: number;
  others: number;
  endsAt: number;
}

const reportIntervalMs = 1000;
/** Counters below this share of the limit aren't exchanged. */
const quietShare = 0.1;
export const mostCounters = 100_000;

export class SharedWindow {
  readonly #db: Db;
  readonly #log: FastifyBaseLogger;
  readonly #window: number;
  readonly #counters = new Map<string, Counter>();
  readonly #timer: NodeJS.Timeout;
  #quiet = Infinity;
  #exchanging: Promise<void> | undefined;

  constructor(db: Db, window: number, log: FastifyBaseLogger) {
    this.#db = db;
    this.#window = window;
    this.#log = log;
    this.#timer = setInterval(() => { this.#exchanging ??= this.#exchange().finally(() => { this.#exchanging = undefined; }); }, reportIntervalMs);
    this.#timer.unref();
  }

  /** Adds `count`; returns the milliseconds to wait when the limit is exceeded, else 0. */
  hit(key: string, limit: number, now = Date.now(), count = 1): number {
    this.#quiet = Math.min(this.#quiet, limit * quietShare);
    const counter = this.#counterOf(key, now);
    counter.own += count;
    return counter.own + counter.others > limit ? counter.endsAt - now : 0;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#exchanging;
  }

  #counterOf(key: string, now: number): Counter {
    const known = this.#counters.get(key);
    if (known && known.endsAt > now) return known;
    if (this.#counters.size >= mostCounters) this.#makeRoom(now);
    const counter = { own: 0, reported: 0, others: 0, endsAt: now + this.#window };
    this.#counters.set(key, counter);
    return counter;
  }

  /**
   * Frees memory by dropping ended and low counters first, so that a caller with many addresses can't displace the
   * counters of frequent callers.
   */
  #makeRoom(now: number): void {
    for (const [key, { own, others, endsAt }] of this.#counters) if (endsAt <= now || own + others < this.#quiet) this.#counters.delete(key);
    if (this.#counters.size >= mostCounters) this.#counters.clear();
  }

  async #exchange(): Promise<void> {
    const now = Date.now();
    for (const [key, { endsAt }] of this.#counters) if (endsAt <= now) this.#counters.delete(key);
    const busy = [...this.#counters].filter(([, { own, reported }]) => own >= this.#quiet && own > reported);
    if (busy.length === 0) return;
    const hits = busy.map(([key, { own, reported }]) => ({ key, count: own - reported }));
    try {
      const counted = await addHits(this.#db, hits, this.#window);
      busy.forEach(([key, counter], index) => {
        counter.reported += hits[index]?.count ?? 0;
        const all = counted.get(key);
        if (!all) return;
        counter.others = Math.max(0, all.count - counter.reported);
        counter.endsAt = Math.min(counter.endsAt, Date.now() + all.milliseconds);
      });
    } catch (error) {
      this.#log.warn({ reason: error instanceof Error ? error.message : String(error) }, 'the counts of busy callers could not be shared with the other nodes');
    }
  }
}
