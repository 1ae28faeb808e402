/** Reads a stored body piece by piece into the caller's memory, without a stream. */
import type { FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { ByteRange } from './storage.ts';

export interface BodyReader {
  /**
   * Continues where the last read ended. Fills the memory unless the range or the body ends first; returns the
   * number of bytes.
   */
  read(into: Buffer): Promise<number>;
  close(): Promise<void>;
}

export function fileReader(file: FileHandle, { first, last }: ByteRange): BodyReader {
  let at = first;
  return {
    read: async (into) => {
      let filled = 0;
      while (filled < into.length && at <= last) {
        const { bytesRead } = await file.read(into, filled, Math.min(into.length - filled, last + 1 - at), at);
        if (bytesRead === 0) break;
        filled += bytesRead;
        at += bytesRead;
      }
      return filled;
    },
    close: () => file.close(),
  };
}

export function streamReader(stream: Readable): BodyReader {
  const chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer, undefined>;
  let rest: Buffer | undefined;
  return {
    read: async (into) => {
      let filled = 0;
      while (filled < into.length) {
        rest ??= (await chunks.next()).value;
        if (rest === undefined) break;
        const copied = rest.copy(into, filled);
        filled += copied;
        rest = copied < rest.length ? rest.subarray(copied) : undefined;
      }
      return filled;
    },
    close: () => {
      stream.destroy();
      return Promise.resolve();
    },
  };
}
