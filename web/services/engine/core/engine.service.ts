import type { Engine, KnownPrefix, NewFile, PdfDocument, SourceInput } from '@countersign/core';
import { workerPool, type WorkKind } from '#contract/limits/workers.ts';
import { WorkerHungError, WorkerRetiredError } from './worker-errors.ts';

/** An engine in a worker, and what notices that it hangs. */
interface WatchedEngine {
  readonly engine: Engine;
  run<Result>(kind: WorkKind, work: (engine: Engine) => Promise<Result>): Promise<Result>;
}

interface Ordinary {
  readonly started: Promise<WatchedEngine>;
  users: number;
}

let ordinary: Ordinary | undefined;

/** Starts a worker with its own instance of the core. */
export async function startEngine(onRetired: () => void = () => undefined): Promise<WatchedEngine> {
  const { connectEngine, WatchedWorker } = await import('./core-client.ts');
  const worker = new Worker(new URL('./core.worker.ts', import.meta.url), { type: 'module', name: 'countersign-core' });
  const watched = new WatchedWorker(worker, onRetired);
  const engine = connectEngine(worker);
  return { engine, run: (kind, work) => watched.run(kind, () => work(engine)) };
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);

/** The core has trapped, which it also does when it runs out of memory. */
const hasTrapped = (error: unknown): boolean => codeOf(error) === 'unknown_parsing_error';

/** Whether the engine can't be used any more. A browser remembers a failed import per worker. */
const hasStopped = (error: unknown): boolean => hasTrapped(error) || codeOf(error) === 'connection_failed' || error instanceof WorkerHungError || error instanceof WorkerRetiredError;

/** Whether a worker failed, and not the task: a new one may do better. */
export const isWorkerFailure = (error: unknown): boolean => hasTrapped(error) || error instanceof WorkerHungError;

/** How many pairs of workers may look for fields at once. */
let lanes: number = workerPool.lanes;
export const lanesAllowed = (): number => lanes;

/** A worker that stopped may have run out of memory, so fewer run from now on. */
export function noteWorkerFailure(): void {
  lanes = Math.max(1, lanes - 1);
}

/** Runs a task in the shared engine, which starts on first use. An engine that has stopped is replaced for the next task, and closed when its last user has finished. */
async function inSharedEngine<Result>(kind: WorkKind, work: (engine: Engine) => Promise<Result>): Promise<Result> {
  const mine: Ordinary = (ordinary ??= { started: startEngine(() => leave()), users: 0 });
  const leave = (): void => {
    if (ordinary === mine) ordinary = undefined;
  };
  mine.users += 1;
  try {
    const started = await mine.started.catch((error: unknown) => {
      leave();
      throw error;
    });
    return await started.run(kind, work);
  } catch (error) {
    if (hasStopped(error)) leave();
    throw error;
  } finally {
    mine.users -= 1;
    if (ordinary !== mine && mine.users === 0) await mine.started.then(({ engine }) => engine.close(), () => undefined);
  }
}

/** Runs a task in an engine of its own. WebAssembly memory never shrinks, so after a large document the worker is ended. */
async function inOwnEngine<Result>(kind: WorkKind, work: (engine: Engine) => Promise<Result>): Promise<Result> {
  const own = await startEngine();
  try {
    return await own.run(kind, work);
  } finally {
    await own.engine.close();
  }
}

/** Begins a task once more in a new worker, if its own hangs or stops; as often as need be, if another task was the reason. */
async function twice<Result>(run: () => Promise<Result>, tries: number): Promise<Result> {
  for (let failures = 0; ;) {
    try {
      return await run();
    } catch (error) {
      if (isWorkerFailure(error)) {
        failures += 1;
        noteWorkerFailure();
      }
      const isMoved = error instanceof WorkerRetiredError && tries > 1;
      if (!isMoved && (!isWorkerFailure(error) || failures >= tries)) throw error;
    }
  }
}

/** Runs a task in the shared engine. */
export const withEngine = <Result>(work: (engine: Engine) => Promise<Result>, kind: WorkKind = 'document'): Promise<Result> =>
  twice(() => inSharedEngine(kind, work), workerPool.tries);

/** Documents open without their permission restrictions: the sender answers for the right to send (docs/signing.md). */
const inTheProduct = { ignorePermissions: true } as const;

const LARGE = 20 * 1024 * 1024;

/**
 * Opens a document, runs the task and closes the document. Large documents get an engine of their own, unless their hash
 * state is known: then the task does not read them whole. `once`: the task does more than compute, and is not begun again by itself.
 */
export async function withDocument<Result>(
  file: Blob,
  work: (document: PdfDocument, engine: Engine) => Promise<Result>,
  password?: string,
  knownPrefix?: KnownPrefix,
  { once = false }: { once?: boolean } = {},
): Promise<Result> {
  const useWith = async (chosen: Engine): Promise<Result> => {
    const source: SourceInput = file;
    const document = await chosen.open(source, { ...inTheProduct, ...(password ? { password } : {}), knownPrefix });
    try {
      return await work(document, chosen);
    } finally {
      await document.close();
    }
  };
  const run = (): Promise<Result> => (file.size > LARGE && !knownPrefix ? inOwnEngine('document', useWith) : inSharedEngine('document', useWith));
  return twice(run, once ? 1 : workerPool.tries);
}

export const PDF = 'application/pdf';

/** A rewritten file. Parts that are unchanged refer to the original and are not copied. */
export async function rewritten(file: Blob, made: NewFile): Promise<Blob> {
  const parts: BlobPart[] = [];
  for await (const part of made.parts) parts.push('start' in part ? file.slice(part.start, part.end) : (part as Uint8Array<ArrayBuffer>));
  return new Blob(parts, { type: PDF });
}

/** The document with an appended revision. Neither part is copied. */
export function appended(file: Blob, tail: { bytes: Uint8Array }): Blob {
  return new Blob([file, tail.bytes as Uint8Array<ArrayBuffer>], { type: PDF });
}
