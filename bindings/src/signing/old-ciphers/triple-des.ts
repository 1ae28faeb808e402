/** Triple DES (FIPS 46-3), for decryption only. */
import type { BlockCipher } from './block-cipher.ts';

/** Bit permutations; positions count from 1, as in the standard. */
const initial = [
  58, 50, 42, 34, 26, 18, 10, 2, 60, 52, 44, 36, 28, 20, 12, 4, 62, 54, 46, 38, 30, 22, 14, 6, 64, 56, 48, 40, 32, 24, 16, 8,
  57, 49, 41, 33, 25, 17, 9, 1, 59, 51, 43, 35, 27, 19, 11, 3, 61, 53, 45, 37, 29, 21, 13, 5, 63, 55, 47, 39, 31, 23, 15, 7,
];
const final = initial.map((_, bit) => initial.indexOf(bit + 1) + 1);
const expansion = Array.from({ length: 48 }, (_, bit) => ((Math.floor(bit / 6) * 4 + (bit % 6) + 31) % 32) + 1);
const permutation = [16, 7, 20, 21, 29, 12, 28, 17, 1, 15, 23, 26, 5, 18, 31, 10, 2, 8, 24, 14, 32, 27, 3, 9, 19, 13, 30, 6, 22, 11, 4, 25];
const chosenKeyBits = [
  57, 49, 41, 33, 25, 17, 9, 1, 58, 50, 42, 34, 26, 18, 10, 2, 59, 51, 43, 35, 27, 19, 11, 3, 60, 52, 44, 36,
  63, 55, 47, 39, 31, 23, 15, 7, 62, 54, 46, 38, 30, 22, 14, 6, 61, 53, 45, 37, 29, 21, 13, 5, 28, 20, 12, 4,
];
const roundKeyBits = [
  14, 17, 11, 24, 1, 5, 3, 28, 15, 6, 21, 10, 23, 19, 12, 4, 26, 8, 16, 7, 27, 20, 13, 2,
  41, 52, 31, 37, 47, 55, 30, 40, 51, 45, 33, 48, 44, 49, 39, 56, 34, 53, 46, 42, 50, 36, 29, 32,
];
const rotations = [1, 1, 2, 2, 2, 2, 2, 2, 1, 2, 2, 2, 2, 2, 2, 1];
/** S-boxes: four rows of sixteen hexadecimal digits. */
const substitutions = [
  'e4d12fb83a6c59070f74e2d1a6cb953841e8d62bfc973a50fc8249175b3ea06d',
  'f18e6b34972dc05a3d47f28ec01a69b50e7ba4d158c6932fd8a13f42b67c05e9',
  'a09e63f51dc7b428d709346a285ecbf1d6498f30b12c5ae71ad069874fe3b52c',
  '7de3069a1285bc4fd8b56f03472c1ae9a690cb7df13e52843f06a1d8945bc72e',
  '2c417ab6853fd0e9eb2c47d150fa3986421bad78f9c5630eb8c71e2d6f09a453',
  'c1af92680d34e75baf427c9561de0b389ef528c3704a1db6432c95fabe17608d',
  '4b2ef08d3c975a61d0b7491ae35c2f8614bdc37eaf6805926bd814a7950fe23c',
  'd2846fb1a93e50c71fd8a374c56b0e927b419ce206adf35821e74a8dfc90356b',
].map((digits) => [...digits].map((digit) => Number.parseInt(digit, 16)));

type Bits = readonly number[];

const bitsOf = (bytes: Uint8Array): Bits => [...bytes].flatMap((byte) => Array.from({ length: 8 }, (_, bit) => (byte >> (7 - bit)) & 1));
const pick = (bits: Bits, places: Bits): Bits => places.map((place) => bits[place - 1] ?? 0);
const rotated = (bits: Bits, by: number): Bits => [...bits.slice(by), ...bits.slice(0, by)];
const xor = (one: Bits, other: Bits): Bits => one.map((bit, place) => bit ^ (other[place] ?? 0));

function bytesOf(bits: Bits): Uint8Array {
  return Uint8Array.from({ length: bits.length / 8 }, (_, byte) => bits.slice(byte * 8, byte * 8 + 8).reduce((value, bit) => value * 2 + bit, 0));
}

function roundKeysOf(key: Uint8Array): readonly Bits[] {
  const chosen = pick(bitsOf(key), chosenKeyBits);
  let [left, right] = [chosen.slice(0, 28), chosen.slice(28)] as readonly Bits[] as [Bits, Bits];
  return rotations.map((by) => {
    [left, right] = [rotated(left, by), rotated(right, by)];
    return pick([...left, ...right], roundKeyBits);
  });
}

/** The Feistel function. */
function mixed(half: Bits, roundKey: Bits): Bits {
  const sum = xor(pick(half, expansion), roundKey);
  const replaced = substitutions.flatMap((table, index) => {
    const six = sum.slice(index * 6, index * 6 + 6);
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = six;
    const value = table[(a * 2 + f) * 16 + b * 8 + c * 4 + d * 2 + e] ?? 0;
    return [value >> 3, (value >> 2) & 1, (value >> 1) & 1, value & 1];
  });
  return pick(replaced, permutation);
}

function rounds(block: Bits, roundKeys: readonly Bits[]): Bits {
  const start = pick(block, initial);
  let [left, right] = [start.slice(0, 32), start.slice(32)] as readonly Bits[] as [Bits, Bits];
  for (const key of roundKeys) [left, right] = [right, xor(left, mixed(right, key))];
  return pick([...right, ...left], final);
}

/** Creates the cipher for a 24-byte key: encrypt-decrypt-encrypt with three keys. */
export function tripleDes(key: Uint8Array): BlockCipher {
  const [first, second, third] = [0, 8, 16].map((from) => roundKeysOf(key.subarray(from, from + 8))) as [readonly Bits[], readonly Bits[], readonly Bits[]];
  const passes = [third.toReversed(), second, first.toReversed()];
  return { decrypt: (block) => bytesOf(passes.reduce(rounds, bitsOf(block))) };
}
