import { workDeadlines, workerPool, type WorkKind } from '#contract/limits/workers.ts';
import { PING } from './liveness.ts';
import { WorkerHungError, WorkerRetiredError } from './worker-errors.ts';

interface Task {
  readonly kind: WorkKind;
  giveUp(error: Error): void;
}

/**
 * Watches a worker while it has tasks. A computation in a loop can't be interrupted from inside: a worker that gives no sign of life for
 * as long as its kind of work may take is ended. It runs its tasks in order, so the oldest is the one that hangs. Unanswered questions are
 * counted, and not the time on the clock: in a hidden tab, which asks once a minute, and while a computer sleeps, silence says nothing.
 */
export class WatchedWorker {
  readonly #worker: Worker;
  readonly #onRetired: () => void;
  readonly #tasks = new Set<Task>();
  #watched: Task | undefined;
  /** How often the worker was asked without an answer, during the oldest task. */
  #unanswered = 0;
  #timer: ReturnType<typeof setInterval> | undefined;
  /** A worker that is still loading counts as alive, however slow the network is. */
  #started = false;

  constructor(worker: Worker, onRetired: () => void) {
    this.#worker = worker;
    this.#onRetired = onRetired;
    worker.addEventListener('message', () => {
      this.#started = true;
      this.#unanswered = 0;
    });
    worker.postMessage(PING);
  }

  run<Result>(kind: WorkKind, work: () => Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      const task: Task = { kind, giveUp: reject };
      this.#tasks.add(task);
      this.#timer ??= setInterval(() => this.#look(), workerPool.lookEvery);
      work().then(resolve, reject).finally(() => this.#end(task));
    });
  }

  #end(task: Task): void {
    this.#tasks.delete(task);
    if (this.#tasks.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #look(): void {
    const [oldest] = this.#tasks;
    if (!oldest || !this.#started) return;
    if (oldest !== this.#watched) this.#unanswered = 0;
    this.#watched = oldest;
    if (this.#unanswered * workerPool.lookEvery >= workDeadlines[oldest.kind]) this.#retire(oldest);
    else {
      this.#unanswered += 1;
      this.#worker.postMessage(PING);
    }
  }

  #retire(hung: Task): void {
    clearInterval(this.#timer);
    this.#worker.terminate();
    this.#onRetired();
    for (const task of this.#tasks) task.giveUp(task === hung ? new WorkerHungError() : new WorkerRetiredError('The worker was ended because of another task'));
    this.#tasks.clear();
  }
}
