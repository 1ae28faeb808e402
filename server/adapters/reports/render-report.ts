/**
 * Renders audit trails and receipts in a worker thread, one after the other: loading what lays out text takes longer than most
 * of them do, and many transactions may end at once. A thread without work ends.
 */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { AppError } from '#server/platform/app-error.ts';
import type { AuditFacts } from './audit-facts.ts';
import type { ReceiptFacts } from './receipt-document.ts';

export type Report = { kind: 'audit'; facts: AuditFacts } | { kind: 'receipt'; facts: ReceiptFacts };

const timeLimit = 60_000;
const idleTimeout = 30_000;

let last: Promise<unknown> = Promise.resolve();
let thread: Worker | undefined;
let idle: NodeJS.Timeout | undefined;

/** Returns the report as PDF; an audit trail is not sealed yet. */
export function renderApart(report: Report): Promise<Uint8Array> {
  const rendered = last.then(() => render(report));
  last = rendered.catch(() => undefined);
  return rendered;
}

async function render(report: Report): Promise<Uint8Array> {
  clearTimeout(idle);
  const worker = (thread ??= start());
  worker.ref();
  try {
    return await answerOf(worker, report);
  } catch (error) {
    await end(worker);
    throw error;
  } finally {
    worker.unref();
    idle = setTimeout(() => void end(worker), idleTimeout).unref();
  }
}

function start(): Worker {
  const worker = new Worker(new URL('./report-worker.ts', import.meta.url), { resourceLimits: { maxOldGenerationSizeMb: 512 } });
  // An error without a listener would end the server.
  worker.on('error', () => undefined);
  worker.once('exit', () => {
    if (thread === worker) thread = undefined;
  });
  return worker;
}

async function answerOf(worker: Worker, report: Report): Promise<Uint8Array> {
  const answer = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new AppError('request_timeout_error', { seconds: timeLimit / 1000 }, `The report was not laid out within ${timeLimit / 1000} seconds`)), timeLimit);
  });
  const exited = once(worker, 'exit', { signal: answer.signal }).then(([code]) => {
    throw new Error(`The thread of reports ended with ${code}`);
  });
  // An `error` event rejects `once`.
  const rendered = once(worker, 'message', { signal: answer.signal });
  worker.postMessage(report);
  try {
    const [pdf] = await Promise.race([rendered, exited, late]);
    return pdf as Uint8Array;
  } finally {
    clearTimeout(timer);
    answer.abort();
    // What was not waited for any more ends with the signal.
    await Promise.allSettled([rendered, exited]);
  }
}

async function end(worker: Worker): Promise<void> {
  if (thread === worker) thread = undefined;
  await worker.terminate();
}
