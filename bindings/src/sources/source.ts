import { EngineError } from '../errors.ts';
import { BlobSource } from './blob-source.ts';
import { MemorySource } from './memory-source.ts';
import { PartsSource } from './parts-source.ts';

/**
 * Input for a document. An array is the concatenation of its parts, so that a file and its appended tails open without
 * being copied together.
 */
export type SourceInput = Uint8Array | ArrayBuffer | Blob | FileReference | readonly SourceInput[];

/** A file on disk; Node only. */
export interface FileReference {
  path: string;
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

/** Opens a file on disk. Supplied by the Node entry, so that browsers never load `node:fs`. */
export type OpenFile = (file: FileReference) => SyncSource;

/** Converts an input to a source. A `Blob` is read lazily in a worker and completely elsewhere. */
export async function toSyncSource(input: SourceInput, openFile?: OpenFile): Promise<SyncSource> {
  if (input instanceof Uint8Array) return new MemorySource(input);
  if (input instanceof ArrayBuffer) return new MemorySource(new Uint8Array(input));
  if (input instanceof Blob) return BlobSource.isPossible() ? new BlobSource(input) : new MemorySource(new Uint8Array(await input.arrayBuffer()));
  if ('path' in input) {
    if (!openFile) throw new EngineError('unsupported_source', 'Paths can be opened in Node only');
    return openFile(input);
  }
  return new PartsSource(await Promise.all(input.map((part) => toSyncSource(part, openFile))));
}
