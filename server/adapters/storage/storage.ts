/**
 * Storage of bodies. A body is written once, atomically, under a unique reference, and never changes afterwards.
 *
 *     const { size, hash } = await storage.write(bodyRef, stream, { maxSize: 52_428_800 });
 *     const document = await engine.open(await storage.source(bodyRef));
 */
import type { BodyPart } from './body-parts.ts';
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

/** A stored tail. Size and hash are those of the whole body. */
export interface StoredTail extends Omit<StoredBody, 'head'> {
  tailSize: number;
}

/** An object as a local file, for readers that need random access. */
export interface LocalObject {
  path: string;
  release(): Promise<void>;
}

/** How the document core reads an object: from a file, if the storage keeps it as one; else by ranges, fetched on demand. */
export type ObjectSource = { path: string } | { length: number; readRange(start: number, end: number): Promise<Uint8Array> };

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
  /**
   * Stores the concatenation of these objects, if the storage can make it without sending them through this server. Returns false
   * if it can't; the caller writes it then. Throws like `write`, or `missing`.
   */
  concatenate(ref: string, parts: readonly BodyPart[]): Promise<boolean>;
  /** Throws `missing`. */
  size(ref: string): Promise<number>;
  /** Returns the whole body or an existing range. Throws `missing`. */
  read(ref: string, range?: ByteRange | null): Promise<NodeJS.ReadableStream>;
  /** For the document core; nothing is copied. Throws `missing`. */
  source(ref: string): Promise<ObjectSource>;
  /** Copies the object to a file if it does not lie as one. */
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
export interface Storage extends Omit<ObjectStorage, 'source' | 'local' | 'write' | 'concatenate'> {
  /** As of `ObjectStorage`. A body that may be continued is hashed for that while it is received. */
  write(ref: string, source: AsyncIterable<Uint8Array>, limits: WriteLimits & { continuable?: boolean }): Promise<StoredBody>;
  /** The sources of which the body is the concatenation. */
  source(ref: string): Promise<ObjectSource[]>;
  local(ref: string): Promise<LocalBody>;
  /**
   * Stores the tail of a composed body, whose parts are named in the database already. `limits` are those of the
   * tail. Throws like `write`, and like `known` of the base.
   */
  writeTail(ref: string, base: Base, source: AsyncIterable<Uint8Array>, limits: WriteLimits): Promise<StoredTail>;
  /**
   * Returns what is known of a body, for the document core. Reads a body whose state is not known yet, at the first call only.
   * Throws `damaged` if it does not have its recorded hash.
   */
  known(body: Base): Promise<KnownBody>;
  /** Stores what the document core describes of the objects of a body: for itself, and for what continues it. */
  storeObjects(ref: string, objects: Uint8Array): Promise<void>;
  /**
   * Stores a composed body as one object under its own reference, too; it is read from there once its parts are not named in the
   * database any more. Can be interrupted and repeated. Throws `missing`, or `damaged` if the parts are not what the hash says.
   */
  writeJoined(whole: Base): Promise<void>;
}

export interface KnownBody {
  /** The hash state at its end. */
  state: Uint8Array;
  /** Facts about its objects, or about those of a body that it continues; null if there are none. */
  objects: Uint8Array | null;
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
