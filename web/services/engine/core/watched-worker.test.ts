// @vitest-environment node
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { errorTexts } from '#contract/errors.ts';
import { workDeadlines } from '#contract/limits/workers.ts';
import { PING, PONG } from './liveness.ts';
import { WatchedWorker } from './watched-worker.ts';
import { WorkerRetiredError } from './worker-errors.ts';

/** A worker that answers, until it hangs. */
class StandIn extends EventTarget {
  isAlive = true;
  isEnded = false;

  postMessage(message: unknown): void {
    if (this.isAlive && message === PING) this.dispatchEvent(new MessageEvent('message', { data: PONG }));
  }

  terminate(): void {
    this.isEnded = true;
  }
}

let worker: StandIn;
let retired: number;
let watched: WatchedWorker;
const never = (): Promise<never> => new Promise(() => undefined);
const failure = (work: Promise<unknown>): Promise<unknown> => work.then(() => null, (error: unknown) => error);

beforeEach(() => {
  vi.useFakeTimers();
  worker = new StandIn();
  retired = 0;
  watched = new WatchedWorker(worker as unknown as Worker, () => { retired += 1; });
});
afterEach(() => vi.useRealTimers());

describe('a worker that hangs', () => {
  it.each(['calculation', 'document', 'detection'] as const)('is retired after the deadline of its work: %s', async (kind) => {
    const hung = failure(watched.run(kind, never));
    worker.isAlive = false;
    await vi.advanceTimersByTimeAsync(workDeadlines[kind] - 1000);
    expect(worker.isEnded).toBe(false);
    await vi.advanceTimersByTimeAsync(2000);
    expect([worker.isEnded, retired]).toEqual([true, 1]);
    expect(await hung).toMatchObject({ code: 'request_timeout_error', message: errorTexts.taskTimeout });
  });

  it('gives its other tasks back, to be moved', async () => {
    const hung = failure(watched.run('calculation', never));
    const other = failure(watched.run('document', never));
    worker.isAlive = false;
    await vi.advanceTimersByTimeAsync(workDeadlines.calculation + 2000);
    expect(await hung).toMatchObject({ code: 'request_timeout_error' });
    expect(await other).toBeInstanceOf(WorkerRetiredError);
  });

  it('gives a task that begins later its whole time', async () => {
    await vi.advanceTimersByTimeAsync(10 * workDeadlines.document);
    worker.isAlive = false;
    void failure(watched.run('document', never));
    await vi.advanceTimersByTimeAsync(workDeadlines.document - 1000);
    expect(worker.isEnded).toBe(false);
  });
});

it('a worker that gives signs of life is waited for', async () => {
  void failure(watched.run('calculation', never));
  await vi.advanceTimersByTimeAsync(20 * workDeadlines.calculation);
  expect(worker.isEnded).toBe(false);
});

it('time during which nobody could ask does not count: a computer slept, or a hidden tab is slowed down', async () => {
  void failure(watched.run('document', never));
  // Each look finds that a minute has passed, and its question is answered later, as between threads.
  vi.spyOn(worker, 'postMessage').mockImplementation(() => void setTimeout(() => worker.dispatchEvent(new MessageEvent('message', { data: PONG })), 100));
  for (let times = 0; times < 5; times += 1) {
    vi.setSystemTime(Date.now() + 10 * workDeadlines.document);
    await vi.advanceTimersByTimeAsync(1000);
  }
  expect(worker.isEnded).toBe(false);
});

it('a worker that is still loading is waited for', async () => {
  const loading = new StandIn();
  loading.isAlive = false;
  const slow = new WatchedWorker(loading as unknown as Worker, () => undefined);
  void failure(slow.run('calculation', never));
  await vi.advanceTimersByTimeAsync(20 * workDeadlines.calculation);
  expect(loading.isEnded).toBe(false);
});

it('an idle worker gets no messages', async () => {
  await watched.run('calculation', async () => 'done');
  const ping = vi.spyOn(worker, 'postMessage');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ping).not.toHaveBeenCalled();
});
