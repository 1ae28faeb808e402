import type { Engine, KnownPrefix, NewFile, PdfDocument, SourceInput } from '@countersign/core';

interface Ordinary {
  readonly engine: Promise<Engine>;
  users: number;
}

let ordinary: Ordinary | undefined;

/** Starts a worker with its own instance of the core. */
export async function startEngine(): Promise<Engine> {
  const { connectEngine } = await import('@countersign/core/custom-worker');
  return connectEngine(new Worker(new URL('./core.worker.ts', import.meta.url), { type: 'module', name: 'countersign-core' }));
}

/** The core has trapped or failed to load, so its engine cannot be used any more. A browser remembers a failed import per worker. */
const hasStopped = (error: unknown): boolean => error instanceof Error && 'code' in error && (error.code === 'unknown_parsing_error' || error.code === 'connection_failed');

/**
 * Runs a task in the shared engine, which starts on first use. An engine that has stopped is replaced for the next task, and
 * closed when its last user has finished.
 */
export async function withEngine<Result>(work: (engine: Engine) => Promise<Result>): Promise<Result> {
  const mine = (ordinary ??= { engine: startEngine(), users: 0 });
  const leave = (): void => {
    if (ordinary === mine) ordinary = undefined;
  };
  mine.users += 1;
  try {
    const engine = await mine.engine.catch((error: unknown) => {
      leave();
      throw error;
    });
    return await work(engine);
  } catch (error) {
    if (hasStopped(error)) leave();
    throw error;
  } finally {
    mine.users -= 1;
    if (ordinary !== mine && mine.users === 0) await mine.engine.then((engine) => engine.close(), () => undefined);
  }
}

/** Runs a task in an engine of its own. WebAssembly memory never shrinks, so after a large document the worker is ended. */
async function withOwnEngine<Result>(
  work: (engine: Engine) => Promise<Result>,
): Promise<Result> {
  const own = await startEngine();
  try {
    return await work(own);
  } finally {
    await own.close();
  }
}

/** Documents open without their permission restrictions: the sender answers for the right to send (docs/signing.md). */
const inTheProduct = { ignorePermissions: true } as const;

const LARGE = 20 * 1024 * 1024;

/**
 * Opens a document, runs the task and closes the document. Large documents get an engine of their own, unless their hash
 * state is known: then the task does not read them whole.
 */
export async function withDocument<Result>(
  file: Blob,
  work: (document: PdfDocument, engine: Engine) => Promise<Result>,
  password?: string,
  knownPrefix?: KnownPrefix,
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
  return file.size > LARGE && !knownPrefix ? withOwnEngine(useWith) : withEngine(useWith);
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
