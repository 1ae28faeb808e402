/**
 * The engine in Node: `createNodeEngine()` in this thread, `createThreadEngine()` in a worker thread.
 *
 * @module
 */
import { fileURLToPath } from 'node:url';
import { type ResourceLimits, Worker } from 'node:worker_threads';
import { transfer, wrap } from 'comlink/dist/esm/comlink.mjs';
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs';
import type { Engine, SourceInput } from './engine.ts';
import type { EngineErrorCode } from './error-codes.ts';
import type { EngineHost, Outcome } from './host/host.ts';
import { HostEngine } from './host/host-engine.ts';
import { type NodeAssets, nodeHost } from './node/node-core.ts';
import { lendRanges } from './node/lent-ranges.ts';

export type * from './engine.ts';
export type { NodeAssets } from './node/node-core.ts';
export { EngineError } from './errors.ts';
export { rulesFrom } from './scripts.ts';
export { withRevocation } from './signing/revocation.ts';
export { systemRoots } from './node/system-roots.ts';
export { type FontFiles, type FontPart, openFonts } from './node/font-files.ts';
export { Token, type TokenOptions } from './node/token.ts';
export { bytesOf } from './rewriting/new-file.ts';

/**
 * The engine in the current thread. `{ path }` opens a file without reading all of it. In a bundled program, `module` and `fonts` say
 * where these files of the package are. Throws `connection_failed` if the module can't be read.
 *
 * @example
 * import { createNodeEngine } from '@countersign/core/node';
 *
 * const engine = await createNodeEngine();
 * const document = await engine.open({ path: 'form.pdf' });
 * console.log(document.info.pages);
 * await engine.close();
 */
export async function createNodeEngine(assets: NodeAssets = {}): Promise<Engine> {
  const host = nodeHost(assets);
  return new HostEngine(host, () => host.closeAll());
}

/** Limits of the worker thread: Node's own, and a time limit for one call. */
export interface ThreadOptions {
  resourceLimits?: ResourceLimits;
  /** Where the files of the package are, in a bundled program. A function can't be sent to the thread. */
  module?: NodeAssets['module'];
  fonts?: string | URL | false;
  /** The script of the thread (`@countersign/core/thread`, bundled), in a bundled program. */
  thread?: string | URL;
  /** Milliseconds. A call that takes longer terminates the thread and fails with `request_timeout_error`. */
  callTimeLimit?: number;
}

/**
 * The engine in a worker thread: a hostile document can't block the current thread or exhaust its memory. It also reads documents
 * in ranges that the caller fetches (`RangeReader`). `close()` terminates the thread.
 */
export function createThreadEngine(options: ThreadOptions = {}): Engine {
  const text = (place: unknown): unknown => (place instanceof URL ? fileURLToPath(place) : place);
  const assets = { module: text(options.module), fonts: text(options.fonts) };
  const worker = new Worker(options.thread ?? new URL('./node/thread.js', import.meta.url), { resourceLimits: options.resourceLimits, workerData: { assets } });
  // A thread that waits for its next document must not keep a finished program alive.
  worker.unref();
  const host = guarded(wrap<EngineHost>(nodeEndpoint(worker)), worker, options.callTimeLimit);
  return new HostEngine(host, async () => {
    await worker.terminate();
  }, { readsRanges: true });
}

/** Settles pending calls when the thread ends: with its error, its exit, or the time limit. */
function guarded(remote: EngineHost, worker: Worker, timeLimit: number | undefined): EngineHost {
  let ended = false;
  let answered = false;
  let message = 'The thread of the core ended';
  worker.once('exit', () => (ended = true));
  // Without a listener, the error of a thread that can't be loaded would end the program.
  worker.on('error', (error) => (message = error instanceof Error ? error.message : String(error)));
  const codeOfEnd = (): EngineErrorCode => (answered ? 'unknown_parsing_error' : 'connection_failed');
  const within = async <T>(call: Promise<Outcome<T>>): Promise<Outcome<T>> => {
    // An ended thread never answers and emits no second `exit` event.
    if (ended) return { ok: false, error: { code: codeOfEnd(), message } };
    const watch = new AbortController();
    worker.ref();
    try {
      const outcome = await Promise.race([call, whenThreadEnds(worker, { timeLimit, signal: watch.signal, codeOfEnd })]);
      answered ||= !ended;
      return outcome;
    } finally {
      watch.abort();
      worker.unref();
    }
  };
  return {
    open: (input, options) => within(remote.open(lent(input), options)),
    document: (handle, operation, argument) => within(remote.document(handle, operation, argument)),
    core: (operation, argument) => within(remote.core(operation, argument)),
    hash: (input, state) => within(remote.hash(lent(input), state)),
    rewrite: (handle, request) => within(remote.rewrite(handle, request)),
    advance: (job) => within(remote.advance(job)),
    cancel: async (job) => {
      await within(remote.cancel(job).then((value) => ({ ok: true, value })));
    },
    close: async (handle) => {
      await within(remote.close(handle).then((value) => ({ ok: true, value })));
    },
  };
}

/** The input as the thread gets it. */
function lent(input: SourceInput): SourceInput {
  const { shared, ports } = lendRanges(input);
  return ports.length === 0 ? shared : transfer(shared as object, ports) as SourceInput;
}

interface Watch {
  timeLimit: number | undefined;
  signal: AbortSignal;
  codeOfEnd(): EngineErrorCode;
}

function whenThreadEnds(worker: Worker, { timeLimit, signal, codeOfEnd }: Watch): Promise<Outcome<never>> {
  return new Promise((resolve) => {
    const fail = (code: EngineErrorCode, message: string) => resolve({ ok: false, error: { code, message } });
    const onError = (error: Error) => fail(codeOfEnd(), error.message);
    const onExit = () => fail(codeOfEnd(), 'The thread of the core ended');
    const timer = timeLimit === undefined ? undefined : setTimeout(() => {
      fail('request_timeout_error', `The core took longer than ${timeLimit} ms`);
      void worker.terminate();
    }, timeLimit);
    worker.once('error', onError).once('exit', onExit);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      worker.off('error', onError).off('exit', onExit);
    });
  });
}

