import { wrap } from 'comlink';
import type { Remote } from 'comlink';
import { rendering } from '#contract/limits.ts';
import { ThreadEndedError, TooLongError } from './pages-errors.ts';
import type { PagesApi } from './pages.types.ts';

/** How often a thread that was asked something is seen to be alive. */
const LOOK_EVERY = 1000;

export function pagesWorker(): Worker {
  return new Worker(new URL('./pages.worker.ts', import.meta.url), {
    type: 'module',
    name: 'countersign-pages',
  });
}

interface Question {
  giveUp(error: Error): void;
}

/** A worker as it runs now, and what it was asked and has not answered. */
export class RunningThread {
  readonly api: Remote<PagesApi>;
  readonly #worker: Worker;
  readonly #limit: number;
  readonly #questions = new Set<Question>();
  readonly #onEnd: () => void;
  #look: ReturnType<typeof setTimeout> | undefined;
  #silent: ReturnType<typeof setTimeout> | undefined;
  /** Loading takes as long as the network does: nobody who is still on the way is taken for dead. */
  #started = false;
  #ended = false;

  constructor(worker: Worker, limit: number, onEnd: () => void) {
    this.#worker = worker;
    this.#limit = limit;
    this.#onEnd = onEnd;
    this.api = wrap<PagesApi>(worker);
    void this.api.ping().then(() => {
      this.#started = true;
    });
  }

  ask<Answer>(work: (api: Remote<PagesApi>) => Promise<Answer>): Promise<Answer> {
    if (this.#ended) return Promise.reject(new ThreadEndedError('The thread that draws pages was ended'));
    return new Promise((resolve, reject) => {
      const question: Question = { giveUp: reject };
      this.#questions.add(question);
      this.#look ??= setTimeout(() => this.#isAlive(), LOOK_EVERY);
      work(this.api).then(resolve, reject).finally(() => this.#questions.delete(question));
    });
  }

  /** What it was asked and has not answered is given up. */
  end(): void {
    this.#ended = true;
    clearTimeout(this.#look);
    clearTimeout(this.#silent);
    this.#worker.terminate();
    this.#onEnd();
    for (const { giveUp } of this.#questions) giveUp(new ThreadEndedError('The thread that draws pages was ended'));
    this.#questions.clear();
  }

  /** A thread begins its work in turn: whoever has waited longest is what it hangs in. */
  #endHanging(): void {
    const [oldest] = this.#questions;
    oldest?.giveUp(new TooLongError('The page takes too long'));
    this.end();
  }

  /** pdf.js yields to itself and not to others: a thread that hangs in a page answers nobody, and can't be told to stop. */
  #isAlive(): void {
    this.#look = undefined;
    if (this.#questions.size === 0) return;
    if (this.#started) this.#silent = setTimeout(() => this.#endHanging(), this.#limit - LOOK_EVERY);
    void this.api.ping().then(() => {
      clearTimeout(this.#silent);
      this.#look ??= setTimeout(() => this.#isAlive(), LOOK_EVERY);
    });
  }
}

/** A thread that draws pages. One that hangs in a page is ended, and what is asked next begins another. */
export class PagesThread {
  readonly #start: () => Worker;
  readonly #limit: number;
  #running: RunningThread | undefined;
  #ended = false;

  constructor(start: () => Worker = pagesWorker, limit: number = rendering.timeLimit) {
    this.#start = start;
    this.#limit = limit;
  }

  get running(): RunningThread {
    if (this.#ended) throw new ThreadEndedError('The thread that draws pages was ended');
    this.#running ??= new RunningThread(this.#start(), this.#limit, () => {
      this.#running = undefined;
    });
    return this.#running;
  }

  end(): void {
    this.#running?.end();
    this.#ended = true;
  }
}
