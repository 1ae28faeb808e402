/** A job that can be dropped before it starts. */
interface Job {
  readonly key: string;
  priority: number;
  readonly run: () => Promise<void>;
  readonly drop: () => void;
}

/** Runs one job at a time, the lowest priority number first; a newer job of the same key replaces the waiting one. */
export class RenderQueue {
  readonly #waiting = new Map<string, Job>();
  #running: string | undefined;
  #busy = false;

  add<Result>(key: string, priority: number, work: () => Promise<Result>): Promise<Result | null> {
    this.drop(key);
    return new Promise((resolve, reject) => {
      this.#waiting.set(key, {
        key,
        priority,
        run: () => work().then(resolve, reject),
        drop: () => resolve(null),
      });
      void this.#next();
    });
  }

  /** Drops a waiting job; its promise resolves to null. A running job must be stopped by its owner. */
  drop(key: string): 'waiting' | 'running' | undefined {
    const job = this.#waiting.get(key);
    this.#waiting.delete(key);
    job?.drop();
    if (job) return 'waiting';
    return this.#running === key ? 'running' : undefined;
  }

  clear(): void {
    // Safe during iteration: only visited keys are deleted.
    for (const key of this.#waiting.keys()) this.drop(key);
  }

  async #next(): Promise<void> {
    if (this.#busy) return;
    this.#busy = true;
    for (let job = this.#take(); job; job = this.#take()) {
      this.#running = job.key;
      await job.run();
    }
    this.#running = undefined;
    this.#busy = false;
  }

  #take(): Job | undefined {
    let best: Job | undefined;
    for (const job of this.#waiting.values()) {
      if (!best || job.priority < best.priority) best = job;
    }
    if (best) this.#waiting.delete(best.key);
    return best;
  }
}
