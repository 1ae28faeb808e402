/** Key derivation of PKCS#12 (RFC 7292, appendix B.2), with SHA-1. */

/** The `ID` byte of appendix B.3, which separates keys by purpose. */
export const keyUses = { encryption: 1, iv: 2 } as const;

interface Derivation {
  passphrase: string;
  salt: Uint8Array;
  iterations: number;
}

/** Block size and digest size of SHA-1, in bytes. */
const BLOCK = 64;
const HASH = 20;

export async function passphraseKey({ passphrase, salt, iterations }: Derivation, use: number, length: number): Promise<Uint8Array> {
  const input = concat(filled(salt), filled(utf16(passphrase)));
  const key = new Uint8Array(Math.ceil(length / HASH) * HASH);
  for (let at = 0; at < length; at += HASH) {
    const hash = await hashed(concat(new Uint8Array(BLOCK).fill(use), input), iterations);
    key.set(hash, at);
    const step = Uint8Array.from({ length: BLOCK }, (_, index) => hash[index % HASH] ?? 0);
    for (let block = 0; block < input.length; block += BLOCK) addOneAnd(input.subarray(block, block + BLOCK), step);
  }
  return key.subarray(0, length);
}

async function hashed(start: Uint8Array<ArrayBuffer>, iterations: number): Promise<Uint8Array> {
  let hash = await crypto.subtle.digest('SHA-1', start);
  for (let done = 1; done < iterations; done += 1) hash = await crypto.subtle.digest('SHA-1', hash);
  return new Uint8Array(hash);
}

/** Repeats the bytes up to a multiple of the block size. */
const filled = (bytes: Uint8Array): Uint8Array => Uint8Array.from({ length: Math.ceil(bytes.length / BLOCK) * BLOCK }, (_, index) => bytes[index % bytes.length] ?? 0);

/** Encodes as big-endian UTF-16 with a terminating zero. */
function utf16(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length * 2 + 2);
  for (let index = 0; index < text.length; index += 1) bytes.set([text.charCodeAt(index) >> 8, text.charCodeAt(index) & 0xff], index * 2);
  return bytes;
}

function concat(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

/** Adds `step + 1` to a big-endian number, in place. */
function addOneAnd(number: Uint8Array, step: Uint8Array): void {
  let carry = 1;
  for (let index = number.length - 1; index >= 0; index -= 1) {
    carry += (number[index] ?? 0) + (step[index] ?? 0);
    number[index] = carry & 0xff;
    carry >>= 8;
  }
}
