import { BlobSource } from './blob-source.ts';
import { MemorySource } from './memory-source.ts';
import { PartsSource } from './parts-source.ts';

/**
 * Where a document's bytes are. An array is the concatenation of its parts, so a file and the tails that were appended
 * to it open without being copied together.
 */
export type SourceInput = Uint8Array | ArrayBuffer | Blob | FileReference | readonly SourceInput[];

/** A file on disk; Node only. */
export interface FileReference {
  path: string;
}

/** Bytes that can be read in ranges, at once: the core is synchronous. */
export interface SyncSource {
  /** Length in bytes. */
  readonly length: number;
  /** Fills all of `into` with the bytes from `offset`; throws where they don't exist or can't be read. */
  read(offset: number, into: Uint8Array): void;
  /** The bytes themselves, where they are in memory anyway; they are not to be changed. */
  view?(start: number, end: number): Uint8Array;
  /** The bytes of a range one piece after the other, the next one read while the last is worked on; each is valid until the next is asked for. */
  pieces?(start: number, end: number): AsyncIterable<Uint8Array>;
  /** Gives back what the source holds open. */
  close(): void;
}

/** Opens a file on disk; given by the Node entry, so that browsers never load `node:fs`. */
export type OpenFile = (file: FileReference) => SyncSource;

/** Makes an input readable in ranges. A `Blob` is read lazily in a worker; elsewhere it is read once. */
export async function toSyncSource(input: SourceInput, openFile?: OpenFile): Promise<SyncSource> {
  if (input instanceof Uint8Array) return new MemorySource(input);
  if (input instanceof ArrayBuffer) return new MemorySource(new Uint8Array(input));
  if (input instanceof Blob) return BlobSource.isPossible() ? new BlobSource(input) : new MemorySource(new Uint8Array(await input.arrayBuffer()));
  if ('path' in input) {
    if (!openFile) throw { code: 'unsupported_source', message: 'Paths can be opened in Node only' };
    return openFile(input);
  }
  return new PartsSource(await Promise.all(input.map((part) => toSyncSource(part, openFile))));
}
