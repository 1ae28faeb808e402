/**
 * How a worker thread reads ranges that another thread fetches, although the core reads synchronously: it posts the range and
 * sleeps until the other thread has put the bytes into memory that both share.
 */
import type { MessagePort } from 'node:worker_threads';

/** Most bytes of one answer. */
export const blockSize = 1 << 18;

/** The shared memory: whether and how the answer has come, its length, and its bytes. */
const headerInts = 2;
const headerBytes = headerInts * Int32Array.BYTES_PER_ELEMENT;
export const sharedBytes = headerBytes + blockSize;
export const header = (shared: SharedArrayBuffer): Int32Array => new Int32Array(shared, 0, headerInts);
export const content = (shared: SharedArrayBuffer, length: number): Uint8Array => new Uint8Array(shared, headerBytes, length);

/** Places in the header. */
export const [statusPlace, lengthPlace] = [0, 1] as const;
/** In `failed`, the content is the reason as text. */
export const status = { waiting: 0, answered: 1, failed: 2 } as const;

/** A `RangeReader` as a thread gets it. The port closes when the source is closed. */
export interface RemoteRange {
  length: number;
  port: MessagePort;
  shared: SharedArrayBuffer;
}

export interface RangeRequest {
  start: number;
  end: number;
}
