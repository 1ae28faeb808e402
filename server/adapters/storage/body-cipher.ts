/**
 * The format of an encrypted body: blocks of 64 KiB as they lie in the storage, each sealed with AES-256-GCM under a key of this body
 * alone. A block ends with its tag; the first begins with a header in clear. Blocks start at multiples of 64 KiB, so one read at one
 * place gives whole blocks. The nonce of a block is its number and whether it is the last one, so blocks that were moved, left out or
 * cut off don't open. The reference is authenticated with each, so neither does a block of another body.
 */
import { createCipheriv, createDecipheriv, createHmac, timingSafeEqual } from 'node:crypto';
import { StorageError, type ByteRange } from './storage.ts';

/** In the storage, with tag and, in the first block, header. */
export const sealedBlock = 65_536;
const tagLength = 16;
/** Bytes between two tags. In the first block the header is part of them. */
const blockSpan = sealedBlock - tagLength;
const magic = Buffer.from('countersign-enc2');
export const headerLength = 2 * magic.length;

export interface BodyKey {
  key: Buffer;
  /** Of the body as it was written. */
  size: number;
}

/** At least one: the header is in it. */
const blocksOf = (size: number): number => Math.ceil((headerLength + size) / blockSpan);
export const sealedSize = (size: number): number => headerLength + size + tagLength * blocksOf(size);

/** How an encrypted body begins. Nobody who lacks its key can write one that does. */
export function headerOf(key: Buffer, ref: string): Buffer {
  return Buffer.concat([magic, createHmac('sha256', key).update(`header of ${ref}`).digest().subarray(0, magic.length)]);
}

/** Anybody who knows the format can write this beginning. It only says what must not be encrypted again. */
export const looksSealed = (head: Buffer): boolean => head.subarray(0, magic.length).equals(magic);

export const isHeaderOf = (key: Buffer, ref: string, head: Buffer): boolean => head.length === headerLength && timingSafeEqual(head, headerOf(key, ref));

export const damaged = (ref: string, cause?: unknown): StorageError => new StorageError('damaged', `Body ${ref} was changed in the storage`, { cause });

function nonceOf(index: number, last: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(index, 5, 6);
  nonce[11] = Number(last);
  return nonce;
}

/** The blocks that hold a range. */
export interface BlockRange {
  first: number;
  last: number;
  /** Bytes of the first block that come before the range. */
  skip: number;
}

export function blocksWith(size: number, range: ByteRange): BlockRange {
  const first = Math.floor((headerLength + range.first) / blockSpan);
  const last = Math.min(Math.floor((headerLength + range.last) / blockSpan), blocksOf(size) - 1);
  return { first, last, skip: range.first - Math.max(0, first * blockSpan - headerLength) };
}

/** Opens blocks of one body, and throws `damaged` where one is not what was written. */
export function createBlockOpener({ key, size }: BodyKey, ref: string): (index: number, sealed: Buffer) => Buffer {
  const final = blocksOf(size) - 1;
  const reference = Buffer.from(ref);
  return (index, sealed) => {
    const begin = index === 0 ? headerLength : 0;
    const end = sealed.length - tagLength;
    if (end < begin || (index === 0 && !isHeaderOf(key, ref, sealed.subarray(0, headerLength)))) throw damaged(ref);
    const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(index, index === final)).setAAD(reference).setAuthTag(sealed.subarray(end));
    try {
      const block = decipher.update(sealed.subarray(begin, end));
      // In this mode it gives no bytes and says whether those are true.
      decipher.final();
      return block;
    } catch (cause) {
      throw damaged(ref, cause);
    }
  };
}

function sealBlock(key: Buffer, ref: string, index: number, last: boolean, block: Uint8Array): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, nonceOf(index, last)).setAAD(Buffer.from(ref));
  const head = index === 0 ? [headerOf(key, ref)] : [];
  return Buffer.concat([...head, cipher.update(block), cipher.final(), cipher.getAuthTag()]);
}

export async function* sealBody(key: Buffer, ref: string, source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let index = 0;
  for await (const { piece, last } of inPieces(source, (count) => (count === 0 ? blockSpan - headerLength : blockSpan))) {
    yield sealBlock(key, ref, index, last, piece);
    index += 1;
  }
}

/** Cuts a body into pieces of given lengths, the last of which may be shorter. An empty body is one empty piece. */
async function* inPieces(source: AsyncIterable<Uint8Array>, lengthOf: (count: number) => number): AsyncGenerator<{ piece: Buffer; last: boolean }> {
  let waiting: Buffer[] = [];
  let size = 0;
  let count = 0;
  for await (const chunk of source) {
    waiting.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
    size += chunk.byteLength;
    // A full piece waits until more comes: it may be the last.
    if (size <= lengthOf(count)) continue;
    const joined = waiting.length === 1 ? (waiting[0] ?? Buffer.alloc(0)) : Buffer.concat(waiting, size);
    let at = 0;
    for (let length = lengthOf(count); joined.length - at > length; length = lengthOf(count)) {
      yield { piece: joined.subarray(at, at + length), last: false };
      at += length;
      count += 1;
    }
    // A source may use the memory of a chunk again for the next one.
    waiting = [Buffer.from(joined.subarray(at))];
    size = joined.length - at;
  }
  yield { piece: Buffer.concat(waiting, size), last: true };
}
