/**
 * Where bodies are kept. A body is written once, whole or not at all, under a reference of its own,
 * and never changes afterwards.
 *
 *     const { size, hash } = await storage.write(bodyRef, stream, { maxSize: 52_428_800 });
 *     const local = await storage.local(bodyRef);
 *     try { … local.path … } finally { await local.release(); }
 */
import type { BodyReader } from './body-reader.ts';

export interface StoredBody {
  size: number;
  /** SHA-256, hexadecimal. */
  hash: string;
  /** The first bytes, at most 1024: enough to know what it is. */
  head: Uint8Array;
}

export interface WriteLimits {
  maxSize: number;
}

/** A body as a file of this machine, for readers that want ranges. */
export interface LocalBody {
  path: string;
  release(): Promise<void>;
}

/** Bytes of a body, both ends included, as HTTP counts them (RFC 9110, 14.1.2). */
export interface ByteRange {
  first: number;
  last: number;
}

/** What the storage holds, for those who look after it. */
export interface Holding {
  ref: string;
  size: number;
  changedAt: Date;
}

/** For whom an address of the storage itself is made. */
export interface DirectDownload {
  mime: string;
  name: string;
  seconds: number;
}

export interface Storage {
  /** Throws `StorageError`: `too_large`, `already_exists`, `unavailable`, or the reader's own error. Leaves nothing behind then. */
  write(ref: string, source: AsyncIterable<Uint8Array>, limits: WriteLimits): Promise<StoredBody>;
  /** Throws `missing`. */
  size(ref: string): Promise<number>;
  /** The whole body, or bytes that it has. Throws `missing`. */
  read(ref: string, range?: ByteRange | null): Promise<NodeJS.ReadableStream>;
  local(ref: string): Promise<LocalBody>;
  /** Idempotent. */
  remove(ref: string): Promise<void>;
  /** Takes back what writers that were killed before this moment left half done. */
  removeHalves(before: Date): Promise<number>;
  /** Every body there is, in no order. */
  holdings(): AsyncIterable<Holding>;
  /** An address at which the storage itself gives the body to whoever has it; null where only this server does. */
  directAddress(ref: string, download: DirectDownload): Promise<string | null>;
  /** Throws `unavailable` when nothing could be written now. */
  check(): Promise<void>;
  close(): void;
}

/** A storage that can keep the same content in another form. */
export interface FormStorage extends Storage {
  /** Whoever reads meanwhile gets the one or the other form, whole. */
  replace(ref: string, source: AsyncIterable<Uint8Array>): Promise<void>;
  /** The bytes of a range, for a caller that brings the memory. A range may end behind the body. Throws `missing`. */
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
