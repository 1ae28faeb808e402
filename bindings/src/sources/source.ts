import { EngineError } from '../errors.ts';
import { BlobSource } from './blob-source.ts';
import { MemorySource } from './memory-source.ts';
import { PartsSource } from './parts-source.ts';

/**
 * Input for a document. An array is the concatenation of its parts, so that a file and its appended tails open without
 * being copied together.
 */
export type SourceInput = Uint8Array | ArrayBuffer | Blob | FileReference | RangeReader | readonly SourceInput[];

/** A file on disk; Node only. */
export interface FileReference {
  path: string;
}

/**
 * Bytes that the caller reads in ranges, such as an object in a bucket: only what a call needs is read. For the engine in a
 * worker thread (`createThreadEngine`); every other engine throws `unsupported_source`.
 *
 * @example
 * import { open } from 'node:fs/promises';
 * import { createThreadEngine } from '@countersign/core/node';
 *
 * const file = await open('form.pdf');
 * const { size } = await file.stat();
 * const engine = createThreadEngine();
 * const document = await engine.open({
 *   length: size,
 *   readRange: async (start, end) => {
 *     const { bytesRead, buffer } = await file.read(new Uint8Array(end - start), 0, end - start, start);
 *     return buffer.subarray(0, bytesRead);
 *   },
 * });
 * console.log(document.info.pages);
 * await engine.close();
 * await file.close();
 */
export interface RangeReader {
  /** Length in bytes. It must not change. */
  readonly length: number;
  /** Returns exactly the bytes from `start` to before `end`. If it rejects, the call that needs them fails with `unable_to_access`. */
  readRange(start: number, end: number): Promise<Uint8Array>;
}

/**
 * Throws `unsupported_source` for what is no source, such as a string or an address. The message does not contain it: it may be a whole
 * document, and messages go to logs.
 */
export function assertSource(input: unknown): void {
  if (Array.isArray(input)) {
    for (const part of input) assertSource(part);
    return;
  }
  const isKnown = input instanceof Uint8Array || input instanceof ArrayBuffer || input instanceof Blob || (typeof input === 'object' && input !== null && ('path' in input || 'readRange' in input));
  if (!isKnown) throw new EngineError('unsupported_source', `A document is given as bytes, a Blob, { path } in Node, or an array of these, not as ${kindOf(input)}`);
}

function kindOf(input: unknown): string {
  if (input === null || typeof input !== 'object') return input === null || input === undefined ? String(input) : `a ${typeof input}`;
  return `an object of type ${input.constructor?.name ?? 'Object'}`;
}

/** Throws `unsupported_source` if a part of the input is a `RangeReader`, which only a worker thread can wait for. */
export function assertNoRangeReader(input: SourceInput): void {
  if (Array.isArray(input)) for (const part of input as readonly SourceInput[]) assertNoRangeReader(part);
  else if ('readRange' in input) throw new EngineError('unsupported_source', 'Ranges can be read by an engine in a worker thread of Node only');
}

/** A source with synchronous reads of ranges, because the core is synchronous. */
export interface SyncSource {
  /** Length in bytes. */
  readonly length: number;
  /** Fills `into` with the bytes from `offset`. Throws if the range does not exist or can't be read. */
  read(offset: number, into: Uint8Array): void;
  /** Returns a view of the bytes if they are in memory; it must not be modified. */
  view?(start: number, end: number): Uint8Array;
  /** Yields a range in pieces and reads ahead; each piece is valid until the next is requested. */
  pieces?(start: number, end: number): AsyncIterable<Uint8Array>;
  /** Releases the resources of the source. */
  close(): void;
}

/** What only Node can open. Supplied by its entries, so that browsers never load its modules. */
export interface Openers {
  file(reference: FileReference): SyncSource;
  /** Null where the input is none that this host knows. */
  remote?(input: object): SyncSource | null;
}

/** Converts an input to a source. A `Blob` is read lazily in a worker and completely elsewhere. */
export async function toSyncSource(input: SourceInput, openers?: Openers): Promise<SyncSource> {
  if (input instanceof Uint8Array) return new MemorySource(input);
  if (input instanceof ArrayBuffer) return new MemorySource(new Uint8Array(input));
  if (input instanceof Blob) return BlobSource.isPossible() ? new BlobSource(input) : new MemorySource(new Uint8Array(await input.arrayBuffer()));
  if (Array.isArray(input)) return new PartsSource(await allOpened((input as readonly SourceInput[]).map((part) => toSyncSource(part, openers))));
  return openedOutside(input as FileReference | RangeReader, openers);
}

function openedOutside(input: FileReference | RangeReader, openers: Openers | undefined): SyncSource {
  if ('path' in input) {
    if (!openers) throw new EngineError('unsupported_source', 'Paths can be opened in Node only');
    return openers.file(input);
  }
  const source = openers?.remote?.(input);
  if (!source) throw new EngineError('unsupported_source', 'This is no source of a document');
  return source;
}

/** If one can't be opened, the others are closed. */
async function allOpened(opening: readonly Promise<SyncSource>[]): Promise<SyncSource[]> {
  const results = await Promise.allSettled(opening);
  const opened = results.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  const failed = results.find((each) => each.status === 'rejected');
  if (failed === undefined) return opened;
  for (const source of opened) source.close();
  throw failed.reason;
}
