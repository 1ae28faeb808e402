/**
 * QR codes (ISO/IEC 18004) for links that a telephone reads from a screen: bytes, level M, up to 213 of them. Written
 * here, because a link on a screen is all that is ever encoded.
 */
import { checkWords } from './error-correction.ts';

/** For each version from 1: check words of a block, and blocks as [how many, data words in each] (table 9, level M). */
const versions: readonly { check: number; blocks: readonly (readonly [count: number, words: number])[]; align: readonly number[] }[] = [
  { check: 10, blocks: [[1, 16]], align: [] },
  { check: 16, blocks: [[1, 28]], align: [6, 18] },
  { check: 26, blocks: [[1, 44]], align: [6, 22] },
  { check: 18, blocks: [[2, 32]], align: [6, 26] },
  { check: 24, blocks: [[2, 43]], align: [6, 30] },
  { check: 16, blocks: [[4, 27]], align: [6, 34] },
  { check: 18, blocks: [[4, 31]], align: [6, 22, 38] },
  { check: 22, blocks: [[2, 38], [2, 39]], align: [6, 24, 42] },
  { check: 22, blocks: [[3, 36], [2, 37]], align: [6, 26, 46] },
  { check: 26, blocks: [[4, 43], [1, 44]], align: [6, 28, 50] },
];
type Version = (typeof versions)[number];

const BYTE_MODE = 0b0100;
const LEVEL_M = 0b00;

const wordsOf = ({ blocks }: Version): number => blocks.reduce((sum, [count, words]) => sum + count * words, 0);
/** Bits of the length of the text: 8 up to version 9, then 16. */
const lengthBits = (number: number): number => (number < 10 ? 8 : 16);

/** Mode, length, bytes, and padding up to the end. */
function dataWords(bytes: Uint8Array, number: number, version: Version): Uint8Array {
  const total = wordsOf(version);
  const words = new Uint8Array(total);
  let at = 0;
  const put = (value: number, bits: number): void => {
    for (let bit = bits - 1; bit >= 0; bit--, at++) if ((value >> bit) & 1) words[at >> 3] = (words[at >> 3] ?? 0) | (0x80 >> (at & 7));
  };
  put(BYTE_MODE, 4);
  put(bytes.length, lengthBits(number));
  for (const byte of bytes) put(byte, 8);
  at = Math.min(total * 8, at + 4);
  for (let word = Math.ceil(at / 8), pad = 0; word < total; word++, pad++) words[word] = pad % 2 === 0 ? 0xec : 0x11;
  return words;
}

/** Blocks side by side, word by word, then their check words in the same way. */
function interleaved(words: Uint8Array, { check, blocks }: Version): number[] {
  const parts: Uint8Array[] = [];
  let from = 0;
  for (const [count, length] of blocks) for (let i = 0; i < count; i++, from += length) parts.push(words.subarray(from, from + length));
  const checks = parts.map((part) => checkWords(part, check));
  const woven = (rows: readonly Uint8Array[]): number[] =>
    Array.from({ length: Math.max(...rows.map((row) => row.length)) }, (_, column) => rows.flatMap((row) => (column < row.length ? [row[column] ?? 0] : []))).flat();
  return [...woven(parts), ...woven(checks)];
}

class Matrix {
  readonly size: number;
  readonly dark: Uint8Array;
  readonly fixed: Uint8Array;

  constructor(size: number) {
    this.size = size;
    this.dark = new Uint8Array(size * size);
    this.fixed = new Uint8Array(size * size);
  }

  set(x: number, y: number, dark: boolean): void {
    if (x < 0 || y < 0 || x >= this.size || y >= this.size) return;
    this.dark[y * this.size + x] = dark ? 1 : 0;
    this.fixed[y * this.size + x] = 1;
  }

  isDark(x: number, y: number): boolean {
    return this.dark[y * this.size + x] === 1;
  }
}

const ring = (x: number, y: number): number => Math.max(Math.abs(x), Math.abs(y));

/** The three corners, the small marks, the dotted lines, and room for the format. */
function drawPatterns(matrix: Matrix, number: number, { align }: Version): void {
  const { size } = matrix;
  for (let i = 0; i < size; i++) {
    matrix.set(6, i, i % 2 === 0);
    matrix.set(i, 6, i % 2 === 0);
  }
  for (const [cx, cy] of [[3, 3], [size - 4, 3], [3, size - 4]] as const) {
    for (let y = -4; y <= 4; y++) for (let x = -4; x <= 4; x++) matrix.set(cx + x, cy + y, ring(x, y) !== 2 && ring(x, y) !== 4);
  }
  const last = align.length - 1;
  for (const [i, cx] of align.entries()) {
    for (const [j, cy] of align.entries()) {
      if ((i === 0 && j === 0) || (i === 0 && j === last) || (i === last && j === 0)) continue;
      for (let y = -2; y <= 2; y++) for (let x = -2; x <= 2; x++) matrix.set(cx + x, cy + y, ring(x, y) !== 1);
    }
  }
  drawFormat(matrix, 0);
  if (number >= 7) drawVersion(matrix, number);
}

/** What is left of a value after division by a polynomial over GF(2). */
function remainder(value: number, bits: number, polynomial: number): number {
  let rest = value;
  for (let i = 0; i < bits; i++) rest = (rest << 1) ^ ((rest >> (bits - 1)) * polynomial);
  return rest;
}

const bitOf = (value: number, index: number): boolean => ((value >> index) & 1) === 1;

/** Level and mask, twice, protected by a BCH code (8.9). */
function drawFormat(matrix: Matrix, mask: number): void {
  const { size } = matrix;
  const data = (LEVEL_M << 3) | mask;
  const bits = ((data << 10) | remainder(data, 10, 0x537)) ^ 0x5412;
  for (let i = 0; i <= 5; i++) matrix.set(8, i, bitOf(bits, i));
  matrix.set(8, 7, bitOf(bits, 6));
  matrix.set(8, 8, bitOf(bits, 7));
  matrix.set(7, 8, bitOf(bits, 8));
  for (let i = 9; i < 15; i++) matrix.set(14 - i, 8, bitOf(bits, i));
  for (let i = 0; i < 8; i++) matrix.set(size - 1 - i, 8, bitOf(bits, i));
  for (let i = 8; i < 15; i++) matrix.set(8, size - 15 + i, bitOf(bits, i));
  matrix.set(8, size - 8, true);
}

/** The version, twice, from version 7 on (8.10). */
function drawVersion(matrix: Matrix, number: number): void {
  const bits = (number << 12) | remainder(number, 12, 0x1f25);
  for (let i = 0; i < 18; i++) {
    const a = matrix.size - 11 + (i % 3);
    const b = Math.floor(i / 3);
    matrix.set(a, b, bitOf(bits, i));
    matrix.set(b, a, bitOf(bits, i));
  }
}

/** Up and down in columns of two, from the right. */
function drawWords(matrix: Matrix, words: readonly number[]): void {
  const { size } = matrix;
  let at = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step++) {
      for (const x of [right, right - 1]) {
        const y = ((right + 1) & 2) === 0 ? size - 1 - step : step;
        if (matrix.fixed[y * size + x] === 1) continue;
        if (bitOf(words[at >> 3] ?? 0, 7 - (at & 7))) matrix.dark[y * size + x] = 1;
        at += 1;
      }
    }
  }
}

const masks: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

function masked(matrix: Matrix, mask: number): Matrix {
  const copy = new Matrix(matrix.size);
  copy.fixed.set(matrix.fixed);
  const flips = masks[mask] ?? (() => false);
  for (let y = 0; y < matrix.size; y++) {
    for (let x = 0; x < matrix.size; x++) {
      const at = y * matrix.size + x;
      copy.dark[at] = (matrix.dark[at] ?? 0) ^ (matrix.fixed[at] === 0 && flips(x, y) ? 1 : 0);
    }
  }
  drawFormat(copy, mask);
  return copy;
}

/** Runs of one colour, and what looks like a corner: both are hard on readers (8.8.2). */
function penaltyOfLine(line: string): number {
  let penalty = 0;
  for (const [run] of line.matchAll(/0{5,}|1{5,}/g)) penalty += run.length - 2;
  for (let at = 0; at + 11 <= line.length; at++) {
    const part = line.slice(at, at + 11);
    if (part === '10111010000' || part === '00001011101') penalty += 40;
  }
  return penalty;
}

function penaltyOf({ size, dark }: Matrix): number {
  const rows = Array.from({ length: size }, (_, y) => dark.slice(y * size, (y + 1) * size).join(''));
  const columns = Array.from({ length: size }, (_, x) => rows.map((row) => row[x]).join(''));
  let penalty = [...rows, ...columns].reduce((sum, line) => sum + penaltyOfLine(line), 0);
  for (let y = 0; y + 1 < size; y++) {
    for (let x = 0; x + 1 < size; x++) {
      const two = (rows[y] ?? '').slice(x, x + 2);
      if ((two === '00' || two === '11') && two === (rows[y + 1] ?? '').slice(x, x + 2)) penalty += 3;
    }
  }
  const share = dark.reduce((sum, each) => sum + each, 0) / dark.length;
  return penalty + Math.floor(Math.abs(share * 100 - 50) / 5) * 10;
}

/** A square of dark and light modules. */
export interface QrCode {
  readonly size: number;
  isDark(x: number, y: number): boolean;
}

export function qrCode(text: string): QrCode {
  const bytes = new TextEncoder().encode(text);
  const number = versions.findIndex((version, index) => 4 + lengthBits(index + 1) + bytes.length * 8 <= wordsOf(version) * 8) + 1;
  const version = versions[number - 1];
  if (!version) throw new RangeError('The text is too long for a QR code on a screen');
  const matrix = new Matrix(17 + 4 * number);
  drawPatterns(matrix, number, version);
  drawWords(matrix, interleaved(dataWords(bytes, number, version), version));
  const drawn = masks.map((_, mask) => masked(matrix, mask));
  return drawn.reduce((best, each) => (penaltyOf(each) < penaltyOf(best) ? each : best));
}

/** The modules as one SVG path in units of modules. */
export function qrPath(code: QrCode): string {
  const parts: string[] = [];
  for (let y = 0; y < code.size; y++) for (let x = 0; x < code.size; x++) if (code.isDark(x, y)) parts.push(`M${x} ${y}h1v1h-1z`);
  return parts.join('');
}
