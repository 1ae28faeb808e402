/**
 * Where bodies are kept. A body is written once, whole or not at all, under a reference of its own,
 * and never changes afterwards.
 *
 *     const { size, hash } = await storage.write(bodyRef, stream, { maxSize: 52_428_800 });
 *     const local = await storage.local(bodyRef);
 *     try { … local.path … } finally { await local.release(); }
 */
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

export interface Storage {
  /** Throws `StorageError`: `too_large`, `already_exists`, or the reader's own error. Leaves nothing behind then. */
  write(ref: string, source: AsyncIterable<Uint8Array>, limits: WriteLimits): Promise<StoredBody>;
  /** Throws `missing`. */
  read(ref: string): Promise<{ size: number; stream: NodeJS.ReadableStream }>;
  local(ref: string): Promise<LocalBody>;
  exists(ref: string): Promise<boolean>;
  /** Idempotent. */
  remove(ref: string): Promise<void>;
}

export type StorageErrorCode = 'too_large' | 'already_exists' | 'missing' | 'bad_reference';

export class StorageError extends Error {
  readonly code: StorageErrorCode;

  constructor(code: StorageErrorCode, message: string) {
    super(message);
    this.name = 'StorageError';
    this.code = code;
  }
}
