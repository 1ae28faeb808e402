import type { Engine, NewFile, PdfDocument, SourceInput } from '@countersign/core';

interface Ordinary {
  readonly engine: Promise<Engine>;
  users: number;
}

let ordinary: Ordinary | undefined;

async function startEngine(): Promise<Engine> {
  const { createWorkerEngine } = await import('@countersign/core/worker');
  return createWorkerEngine();
}

/** The core trapped, or could not be had: its engine answers nothing any more. */
const hasStopped = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'unknown_parsing_error';

/**
 * The one engine for ordinary work. It starts when the first document needs it. One that stopped is closed when its last
 * user has heard so; whoever comes next gets another.
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

/**
 * An engine for one large job: wasm memory never shrinks, so its worker is
 * thrown away afterwards.
 */
export async function withOwnEngine<Result>(
  work: (engine: Engine) => Promise<Result>,
): Promise<Result> {
  const own = await startEngine();
  try {
    return await work(own);
  } finally {
    await own.close();
  }
}

/** Whoever sends a document answers for being allowed to, as on paper (docs/signing.md). */
const inTheProduct = { ignorePermissions: true } as const;

const LARGE = 20 * 1024 * 1024;

/** Opens a document, does the work and closes it, in an engine that fits its size. */
export async function withDocument<Result>(
  file: Blob,
  work: (document: PdfDocument, engine: Engine) => Promise<Result>,
  password?: string,
): Promise<Result> {
  const useWith = async (chosen: Engine): Promise<Result> => {
    const source: SourceInput = file;
    const document = await chosen.open(source, { ...inTheProduct, ...(password ? { password } : {}) });
    try {
      return await work(document, chosen);
    } finally {
      await document.close();
    }
  };
  return file.size > LARGE ? withOwnEngine(useWith) : withEngine(useWith);
}

export const PDF = 'application/pdf';

/** A new file of a document: what it keeps of the old one is not copied. */
export async function rewritten(file: Blob, made: NewFile): Promise<Blob> {
  const parts: BlobPart[] = [];
  for await (const part of made.parts) parts.push('start' in part ? file.slice(part.start, part.end) : (part as Uint8Array<ArrayBuffer>));
  return new Blob(parts, { type: PDF });
}

/** The document with its new bytes behind it; neither part is copied. */
export function appended(file: Blob, tail: { bytes: Uint8Array }): Blob {
  return new Blob([file, tail.bytes as Uint8Array<ArrayBuffer>], { type: PDF });
}
