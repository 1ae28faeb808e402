/**
 * Format of an encrypted body: blocks of 64 KiB as stored, each sealed with AES-256-GCM under a key of this body
 * only. A block ends with its tag; the first one starts with a plaintext header. Blocks start at multiples of 64
 * KiB, so an aligned read returns whole blocks. The nonce consists of the block's number and a flag for the last
 * block, so that reordered, missing or truncated blocks fail to decrypt. The reference is authenticated as
 * associated data, so a block of another body fails as well.
 */
import { createCipheriv, createDecipheriv, createHmac, timingSafeEqual } from 'node:crypto';
import { StorageError, type ByteRange } from './storage.ts';

/** Size in the storage, including the tag and, in the first block, the header. */
export const sealedBlock = 65_536;
const tagLength = 16;
/** Bytes per block without the tag. In the first block the header counts towards them. */
const blockSpan = sealedBlock - tagLength;
const magic = Buffer.from('countersign-enc2');
export const headerLength = 2 * magic.length;

export interface BodyKey {
  key: Buffer;
  /** Size of the plaintext. */
  size: number;
}

/** At least one block, for the header. */
const blocksOf = (size: number): number => Math.ceil((headerLength + size) / blockSpan);
export const sealedSize = (size: number): number => headerLength + size + tagLength * blocksOf(size);

/** The header of an encrypted body. It can't be forged without the key. */
export function headerOf(key: Buffer, ref: string): Buffer {
  return Buffer.concat([magic, createHmac('sha256', key).update(`header of ${ref}`).digest().subarray(0, magic.length)]);
}

/** Checks the magic number only, which anybody can write. It only serves to avoid encrypting a body twice. */
export const isEncryptedHeader = (head: Buffer): boolean => head.subarray(0, magic.length).equals(magic);

export const isHeaderOf = (key: Buffer, ref: string, head: Buffer): boolean => head.length === headerLength && timingSafeEqual(head, headerOf(key, ref));

export const damaged = (ref: string, cause?: unknown): StorageError => new StorageError('damaged', `Body ${ref} was changed in the storage`, { cause });

function nonceOf(index: number, last: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(index, 5, 6);
  nonce[11] = Number(last);
  return nonce;
}

/** The blocks that contain a range. */
interface BlockRange {
  first: number;
  last: number;
  /** Bytes of the first block before the range. */
  skip: number;
}

export function blocksWith(size: number, range: ByteRange): BlockRange {
  const first = Math.floor((headerLength + range.first) / blockSpan);
  const last = Math.min(Math.floor((headerLength + range.last) / blockSpan), blocksOf(size) - 1);
  return { first, last, skip: range.first - Math.max(0, first * blockSpan - headerLength) };
}

/** Returns a function that decrypts blocks of one body. It throws `damaged` for a modified block. */
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
      // With GCM, `final` returns no bytes; it verifies the tag.
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

/**
 * Splits a body into pieces of given lengths, the last of which may be shorter. An empty body yields one empty
 * piece.
 */
async function* inPieces(source: AsyncIterable<Uint8Array>, lengthOf: (count: number) => number): AsyncGenerator<{ piece: Buffer; last: boolean }> {
  let waiting: Buffer[] = [];
  let size = 0;
  let count = 0;
  for await (const chunk of source) {
    waiting.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
    size += chunk.byteLength;
    // A full piece is held until more data arrives, since it may be the last.
    if (size <= lengthOf(count)) continue;
    const joined = waiting.length === 1 ? (waiting[0] ?? Buffer.alloc(0)) : Buffer.concat(waiting, size);
    let at = 0;
    for (let length = lengthOf(count); joined.length - at > length; length = lengthOf(count)) {
      yield { piece: joined.subarray(at, at + length), last: false };
      at += length;
      count += 1;
    }
    // Copied, because a source may reuse the memory of a chunk.
    waiting = [Buffer.from(joined.subarray(at))];
    size = joined.length - at;
  }
  yield { piece: Buffer.concat(waiting, size), last: true };
}
