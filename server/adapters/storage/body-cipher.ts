/**
 * The form of an encrypted body: a header, then blocks of 64 KiB, each sealed with AES-256-GCM under a key of this body alone.
 * A block's nonce is its number and whether it is the last one, so blocks that were moved, left out or cut off don't open; the
 * reference is authenticated with each, so neither does one of another body. Any block can be read by itself.
 */
import { createCipheriv, createDecipheriv, createHmac, timingSafeEqual } from 'node:crypto';
import { StorageError, type ByteRange } from './storage.ts';

export const blockSize = 65_536;
const tagLength = 16;
const sealedBlock = blockSize + tagLength;
const magic = Buffer.from('countersign-enc1');
export const headerLength = 2 * magic.length;

export interface BodyKey {
  key: Buffer;
  /** Of the body as it was written. */
  size: number;
}

const blocksOf = (size: number): number => Math.max(1, Math.ceil(size / blockSize));
export const sealedSize = (size: number): number => headerLength + size + tagLength * blocksOf(size);

/** How an encrypted body begins. Nobody who lacks its key can write one that does. */
export function headerOf(key: Buffer, ref: string): Buffer {
  return Buffer.concat([magic, createHmac('sha256', key).update(`header of ${ref}`).digest().subarray(0, magic.length)]);
}

/** Whoever knows the form can write this beginning: it says only what is not to be encrypted again. */
export const looksSealed = (head: Buffer): boolean => head.subarray(0, magic.length).equals(magic);

export const isHeaderOf = (key: Buffer, ref: string, head: Buffer): boolean => head.length === headerLength && timingSafeEqual(head, headerOf(key, ref));

function nonceOf(index: number, last: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(index, 5, 6);
  nonce[11] = Number(last);
  return nonce;
}

function sealBlock(key: Buffer, ref: string, index: number, last: boolean, block: Uint8Array): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, nonceOf(index, last)).setAAD(Buffer.from(ref));
  return Buffer.concat([cipher.update(block), cipher.final(), cipher.getAuthTag()]);
}

function openBlock(key: Buffer, ref: string, index: number, last: boolean, sealed: Uint8Array): Buffer {
  if (sealed.byteLength < tagLength) throw damaged(ref);
  const end = sealed.byteLength - tagLength;
  const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(index, last)).setAAD(Buffer.from(ref)).setAuthTag(sealed.subarray(end));
  try {
    const block = decipher.update(sealed.subarray(0, end));
    // In this mode it gives no bytes and says whether those are true.
    decipher.final();
    return block;
  } catch (cause) {
    throw damaged(ref, cause);
  }
}

const damaged = (ref: string, cause?: unknown): StorageError => new StorageError('damaged', `Body ${ref} was changed in the storage`, { cause });

/** Pieces of any size as pieces of one size, the last of which may be shorter; a body of nothing is one piece of nothing. What is given is not read again. */
async function* inPieces(source: AsyncIterable<Uint8Array>, length: number): AsyncGenerator<{ piece: Buffer; last: boolean }> {
  let waiting: Buffer[] = [];
  let size = 0;
  for await (const chunk of source) {
    waiting.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
    size += chunk.byteLength;
    // A full piece waits until more comes: it may be the last.
    if (size <= length) continue;
    const joined = waiting.length === 1 ? (waiting[0] ?? Buffer.alloc(0)) : Buffer.concat(waiting, size);
    let at = 0;
    for (; size - at > length; at += length) yield { piece: joined.subarray(at, at + length), last: false };
    // A reader may use its memory again for the next chunk.
    waiting = [Buffer.from(joined.subarray(at))];
    size -= at;
  }
  yield { piece: Buffer.concat(waiting, size), last: true };
}

export async function* sealBody(key: Buffer, ref: string, source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  yield headerOf(key, ref);
  let index = 0;
  for await (const { piece, last } of inPieces(source, blockSize)) {
    yield sealBlock(key, ref, index, last, piece);
    index += 1;
  }
}

/** Where in the storage the blocks lie that a range of the body needs. */
export function sealedRange(size: number, range: ByteRange): ByteRange {
  const first = Math.floor(range.first / blockSize);
  const last = Math.min(Math.floor(range.last / blockSize), blocksOf(size) - 1);
  return { first: headerLength + first * sealedBlock, last: Math.min(headerLength + (last + 1) * sealedBlock, sealedSize(size)) - 1 };
}

/** The bytes of a range, out of what `sealedRange` names. Throws `damaged` before it gives a byte that was not written. */
export async function* openRange({ key, size }: BodyKey, ref: string, range: ByteRange, source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const final = blocksOf(size) - 1;
  let index = Math.floor(range.first / blockSize);
  let left = Math.min(range.last, size - 1) + 1 - range.first;
  let skip = range.first - index * blockSize;
  for await (const { piece } of inPieces(source, sealedBlock)) {
    if (index > final) throw damaged(ref);
    const block = openBlock(key, ref, index, index === final, piece).subarray(skip);
    if (block.byteLength > 0) yield block.subarray(0, Math.max(0, left));
    left -= block.byteLength;
    skip = 0;
    index += 1;
  }
  // A storage that gives less than was asked for would otherwise pass for a short body.
  if (left > 0) throw damaged(ref);
}
