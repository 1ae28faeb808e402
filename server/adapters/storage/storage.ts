/**
 * Storage of bodies. A body is written once, atomically, under a unique reference, and never changes afterwards.
 *
 *     const { size, hash } = await storage.write(bodyRef, stream, { maxSize: 52_428_800 });
 *     const local = await storage.local(bodyRef);
 *     try { … local.parts … } finally { await local.release(); }
 */
import type { BodyReader } from './body-reader.ts';

export interface StoredBody {
  size: number;
  /** SHA-256, hexadecimal. */
  hash: string;
  /** The first bytes, at most 1024, for detecting the type. */
  head: Uint8Array;
}

export interface WriteLimits {
  maxSize: number;
}

/** What was stored of a tail; size and hash are those of the whole body. */
export interface StoredTail extends Omit<StoredBody, 'head'> {
  tailSize: number;
}

/** An object as a local file, for readers that need random access. */
export interface LocalObject {
  path: string;
  release(): Promise<void>;
}

/** A body as local files, of which it is the concatenation. */
export interface LocalBody {
  parts: readonly { path: string }[];
  release(): Promise<void>;
}

/** A range of bytes, both ends included, as in HTTP (RFC 9110, 14.1.2). */
export interface ByteRange {
  first: number;
  last: number;
}

/** A stored object, as listed for maintenance. */
export interface Holding {
  ref: string;
  size: number;
  changedAt: Date;
}

/** Parameters of a URL to the storage itself. */
export interface DirectDownload {
  mime: string;
  name: string;
  seconds: number;
}

/** Stores objects: whole bodies, and parts of bodies. */
export interface ObjectStorage {
  /**
   * Throws `StorageError`: `too_large`, `already_exists`, `unavailable`, or the source's own error. Leaves nothing
   * behind in that case.
   */
  write(ref: string, source: AsyncIterable<Uint8Array>, limits: WriteLimits): Promise<StoredBody>;
  /** Throws `missing`. */
  size(ref: string): Promise<number>;
  /** Returns the whole body or an existing range. Throws `missing`. */
  read(ref: string, range?: ByteRange | null): Promise<NodeJS.ReadableStream>;
  local(ref: string): Promise<LocalObject>;
  /** Idempotent. */
  remove(ref: string): Promise<void>;
  /** Removes incomplete writes that were started before this time, left by killed processes; returns their number. */
  removeIncompleteUploads(before: Date): Promise<number>;
  /** Lists all objects, in no order. */
  holdings(): AsyncIterable<Holding>;
  /**
   * Returns a URL at which the storage itself delivers the body to anyone who has it; null if only this server
   * delivers bodies.
   */
  directAddress(ref: string, download: DirectDownload): Promise<string | null>;
  /** Throws `unavailable` when the storage isn't writable. */
  check(): Promise<void>;
  close(): void;
}

/**
 * Stores bodies. A body is one object under its own reference, or composed of several: the parts of a body that it
 * continues, and its own tail. Readers don't notice the difference.
 */
export interface Storage extends Omit<ObjectStorage, 'local'> {
  local(ref: string): Promise<LocalBody>;
  /**
   * Stores the tail of a composed body, whose parts are named in the database already. `limits` are those of the
   * tail. Throws like `write`, and like `hashState` of the base.
   */
  writeTail(ref: string, base: Base, source: AsyncIterable<Uint8Array>, limits: WriteLimits): Promise<StoredTail>;
  /**
   * Returns the hash state at the end of a body, for the document core. Reads the body at the first call only. Throws
   * `damaged` if the body does not have its recorded hash.
   */
  hashState(body: Base): Promise<Uint8Array>;
  /**
   * Stores a composed body as one object under its own reference, too; it is read from there once its parts are not named in the
   * database any more. Can be interrupted and repeated. Throws `missing`, or `damaged` if the parts are not what the hash says.
   */
  writeJoined(whole: Base): Promise<void>;
}

/** A whole body, as its hash says. */
export interface Base {
  ref: string;
  size: number;
  /** SHA-256, hexadecimal. */
  hash: string;
}

/** A storage that can replace an object by another form of the same content. */
export interface FormStorage extends ObjectStorage {
  /** Atomic: concurrent readers get either form, complete. */
  replace(ref: string, source: AsyncIterable<Uint8Array>): Promise<void>;
  /** Opens a range for reading into the caller's memory. The range may extend beyond the body. Throws `missing`. */
  open(ref: string, range: ByteRange): Promise<BodyReader>;
}

export type StorageErrorCode = 'too_large' | 'already_exists' | 'missing' | 'bad_reference' | 'unavailable' | 'infected' | 'damaged';

export class StorageError extends Error {
  readonly code: StorageErrorCode;

  constructor(code: StorageErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StorageError';
    this.code = code;
  }
}

const reference = /^[0-9a-f]{24}$/;

export const isReference = (ref: string): boolean => reference.test(ref);

export function assertReference(ref: string): void {
  if (!isReference(ref)) throw new StorageError('bad_reference', 'Not a reference of a body');
}
