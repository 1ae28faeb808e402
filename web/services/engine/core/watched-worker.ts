import { workDeadlines, workerPool, type WorkKind } from '#contract/limits/workers.ts';
import { PING } from './liveness.ts';
import { WorkerHungError, WorkerRetiredError } from './worker-errors.ts';

interface Task {
  readonly kind: WorkKind;
  readonly begunAt: number;
  giveUp(error: Error): void;
}

/**
 * Watches a worker while it has tasks. A computation in a loop can't be interrupted from inside: a worker that gives no sign of life for
 * as long as its kind of work may take is ended. It runs its tasks in order, so the oldest is the one that hangs.
 */
export class WatchedWorker {
  readonly #worker: Worker;
  readonly #onRetired: () => void;
  readonly #tasks = new Set<Task>();
  #heardAt = Date.now();
  #timer: ReturnType<typeof setInterval> | undefined;
  /** A worker that is still loading counts as alive, however slow the network is. */
  #started = false;

  constructor(worker: Worker, onRetired: () => void) {
    this.#worker = worker;
    this.#onRetired = onRetired;
    worker.addEventListener('message', () => {
      this.#started = true;
      this.#heardAt = Date.now();
    });
    worker.postMessage(PING);
  }

  run<Result>(kind: WorkKind, work: () => Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      const task: Task = { kind, begunAt: Date.now(), giveUp: reject };
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
    const silentSince = Math.max(this.#heardAt, oldest.begunAt);
    if (Date.now() - silentSince < workDeadlines[oldest.kind]) this.#worker.postMessage(PING);
    else this.#retire(oldest);
  }

  #retire(hung: Task): void {
    clearInterval(this.#timer);
    this.#worker.terminate();
    this.#onRetired();
    for (const task of this.#tasks) task.giveUp(task === hung ? new WorkerHungError() : new WorkerRetiredError('The worker was ended because of another task'));
    this.#tasks.clear();
  }
}
