/** RC2 (RFC 2268), for decryption only. */
import type { BlockCipher } from './block-cipher.ts';

/** PITABLE, the permutation of clause 2. */
const table = [
  'd978f9c419ddb5ed28e9fd794aa0d89d',
  'c67e37832b76538e624c6488448bfba2',
  '179a59f587b34f1361456d8d09817d32',
  'bd8f40eb86b77b0bf09521225c6b4e82',
  '54d66593ce60b21c7356c014a78cf1dc',
  '1275ca1f3bbee4d1423dd430a33cb626',
  '6fbf0eda4669075727f21d9bbc944303',
  'f811c7f690ef3ee706c3d52fc8661ed7',
  '08e8eade8052eef784aa72ac354d6a2a',
  '961ad2715a1549744b9fd05e0418a4ec',
  'c2e0416e0f51cbcc2491af50a1f47039',
  '997c3a8523b8b47afc02365b25559731',
  '2d5dfa98e38a92ae05df2910676cbac9',
  'd300e6cfe19ea82c6316013f58e289a9',
  '0d38341bab33ffb0bb480c5fb9b1cd2e',
  'c5f3db47e5a59c770aa62068fe7fc1ad',
].flatMap((row) => row.match(/../g) ?? []).map((digits) => Number.parseInt(digits, 16));

const byteOf = (value: number): number => table[value & 0xff] ?? 0;

/** Expands a key to 64 words (clause 2). */
function expanded(key: Uint8Array): Uint16Array {
  const bytes = new Uint8Array(128);
  bytes.set(key);
  const at = (index: number): number => bytes[index] ?? 0;
  for (let index = key.length; index < 128; index += 1) bytes[index] = byteOf(at(index - 1) + at(index - key.length));
  bytes[128 - key.length] = byteOf(at(128 - key.length));
  for (let index = 127 - key.length; index >= 0; index -= 1) bytes[index] = byteOf(at(index + 1) ^ at(index + key.length));
  return Uint16Array.from({ length: 64 }, (_, word) => at(word * 2) | (at(word * 2 + 1) << 8));
}

const rotations = [1, 2, 3, 5];

/** Decrypts a block (clause 4): 5 mixing rounds, a mashing round, 6 mixing, a mashing, 5 mixing. */
function decryptBlock(words: Uint16Array, keys: Uint16Array): void {
  const word = (index: number): number => words[(index + 4) % 4] ?? 0;
  let next = 63;
  const unmix = (): void => {
    for (let index = 3; index >= 0; index -= 1, next -= 1) {
      const by = rotations[index] ?? 0;
      const turned = (word(index) >> by) | (word(index) << (16 - by));
      words[index] = turned - (keys[next] ?? 0) - (word(index - 1) & word(index - 2)) - (~word(index - 1) & word(index - 3));
    }
  };
  const unmash = (): void => {
    for (let index = 3; index >= 0; index -= 1) words[index] = word(index) - (keys[word(index - 1) & 63] ?? 0);
  };
  for (const [part, count] of [5, 6, 5].entries()) {
    if (part > 0) unmash();
    for (let round = 0; round < count; round += 1) unmix();
  }
}

/** Creates the cipher for a key of 5 or 16 bytes; the effective key length equals the key's length. */
export function rc2(key: Uint8Array): BlockCipher {
  const keys = expanded(key);
  return {
    decrypt: (block) => {
      const words = Uint16Array.from({ length: 4 }, (_, index) => (block[index * 2] ?? 0) | ((block[index * 2 + 1] ?? 0) << 8));
      decryptBlock(words, keys);
      return Uint8Array.from({ length: 8 }, (_, index) => ((words[index >> 1] ?? 0) >> ((index & 1) * 8)) & 0xff);
    },
  };
}
