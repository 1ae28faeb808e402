import { wrap } from 'comlink';
import type { Remote } from 'comlink';
import { errorTexts } from '#contract/errors.ts';
import { rendering } from '#contract/limits/screens.ts';
import { ThreadEndedError, TooLongError } from './pages-errors.ts';
import type { PagesApi } from './pages.types.ts';

/** Interval of the liveness check while tasks are pending. */
const LOOK_EVERY = 1000;

function pagesWorker(): Worker {
  return new Worker(new URL('./pages.worker.ts', import.meta.url), {
    type: 'module',
    name: 'countersign-pages',
  });
}

interface Question {
  giveUp(error: Error): void;
}

/** A running worker and its pending tasks. */
export class RunningThread {
  readonly api: Remote<PagesApi>;
  readonly #worker: Worker;
  readonly #limit: number;
  readonly #questions = new Set<Question>();
  readonly #onEnd: () => void;
  #look: ReturnType<typeof setTimeout> | undefined;
  #silent: ReturnType<typeof setTimeout> | undefined;
  /** A worker that is still loading counts as alive, however slow the network is. */
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

  /** Ends the worker and rejects its pending tasks. */
  end(): void {
    this.#ended = true;
    clearTimeout(this.#look);
    clearTimeout(this.#silent);
    this.#worker.terminate();
    this.#onEnd();
    for (const { giveUp } of this.#questions) giveUp(new ThreadEndedError('The thread that draws pages was ended'));
    this.#questions.clear();
  }

  /** The worker runs tasks in order, so the oldest pending task is the one that hangs. */
  #endHanging(): void {
    const [oldest] = this.#questions;
    oldest?.giveUp(new TooLongError(errorTexts.taskTimeout));
    this.end();
  }

  /** pdf.js does not return to the event loop while it hangs in a page, so the worker can only be ended from outside. */
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

/** The rendering worker. If it hangs it is ended, and the next task starts a new one. */
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
