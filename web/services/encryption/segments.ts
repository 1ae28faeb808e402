/**
 * Encryption by segments: the STREAM construction (Hoang, Reyhanitabar, Rogaway, Vizár 2015) over AES-256-GCM. The nonce of a
 * segment is a prefix, its number and whether it is the last, so that a segment that was removed, repeated, moved or appended is
 * not authentic. A key encrypts one text only.
 */
import { undecryptable, type Bytes } from './keys.ts';

export interface SegmentKey {
  readonly key: CryptoKey;
  /** 7 bytes. */
  readonly prefix: Bytes;
  /** What every segment is bound to. */
  readonly bound: Bytes;
  /** Plaintext bytes of each segment but the last. */
  readonly size: number;
}

export const prefixLength = 7;
const tagLength = 16;
const mostSegments = 2 ** 32;

function nonceOf({ prefix }: SegmentKey, number: number, isLast: boolean): Bytes {
  const nonce = new Uint8Array(12);
  nonce.set(prefix);
  const view = new DataView(nonce.buffer);
  view.setUint32(prefixLength, number);
  view.setUint8(11, isLast ? 1 : 0);
  return nonce;
}

const parametersOf = (segment: SegmentKey, number: number, isLast: boolean): AesGcmParams =>
  ({ name: 'AES-GCM', iv: nonceOf(segment, number, isLast), additionalData: segment.bound, tagLength: tagLength * 8 });

async function eachSegment(text: Blob, size: number, change: (part: ArrayBuffer, number: number, isLast: boolean) => Promise<ArrayBuffer>): Promise<ArrayBuffer[]> {
  const count = Math.max(1, Math.ceil(text.size / size));
  if (count > mostSegments) throw undecryptable('length');
  const changed: ArrayBuffer[] = [];
  for (let number = 0; number < count; number++) {
    const part = await text.slice(number * size, (number + 1) * size).arrayBuffer();
    changed.push(await change(part, number, number === count - 1));
  }
  return changed;
}

export const encryptSegments = (text: Blob, segment: SegmentKey): Promise<ArrayBuffer[]> =>
  eachSegment(text, segment.size, (part, number, isLast) => crypto.subtle.encrypt(parametersOf(segment, number, isLast), segment.key, part));

/** Throws `failed_to_decrypt` before anything is returned, unless all of it is authentic. */
export async function decryptSegments(text: Blob, segment: SegmentKey): Promise<Blob> {
  const parts = await eachSegment(text, segment.size + tagLength, (part, number, isLast) =>
    crypto.subtle.decrypt(parametersOf(segment, number, isLast), segment.key, part).catch(() => {
      throw undecryptable('segment');
    }));
  return new Blob(parts);
}
