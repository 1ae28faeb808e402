import type { ByteRange, ObjectSource } from './storage.ts';

/** An object that is read in ranges. The range ends before `end`. */
export const rangeSource = (length: number, read: (range: ByteRange) => Promise<NodeJS.ReadableStream>): ObjectSource => ({
  length,
  readRange: async (start, end) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of await read({ first: start, last: end - 1 })) chunks.push(chunk as Uint8Array);
    return Buffer.concat(chunks);
  },
});
