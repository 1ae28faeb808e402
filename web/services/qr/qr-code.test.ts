// @vitest-environment node
import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { qrCode, qrPath } from './qr-code.ts';

const rowsOf = (text: string): string[] => {
  const code = qrCode(text);
  return Array.from({ length: code.size }, (_, y) => Array.from({ length: code.size }, (__, x) => (code.isDark(x, y) ? '1' : '0')).join(''));
};

// What another encoder (npm qrcode 1.5.4, level M, bytes) makes of the same texts.
it('draws what other encoders draw', () => {
  expect(rowsOf('countersign')).toEqual([
    '111111101101001111111', '100000100110001000001', '101110100101101011101', '101110101001101011101', '101110101110101011101', '100000101011001000001',
    '111111101010101111111', '000000001111100000000', '100010111111011111001', '111101010111111111010', '100010100001011010110', '101111010010010100011',
    '101001110100110001011', '000000001000110111110', '111111101110110010010', '100000100001110010011', '101110101101010100010', '101110100100101011011',
    '101110100101011011100', '100000100111110110000', '111111101001010101001',
  ]);
});

it.each([
  ['https://sign.example.org/signatures/editor?ticket=6Zq1wVb0sR8tYk3LmN5pQ7uX', 37, '50967596479257fd'],
  ['ä'.repeat(60), 45, '91bf1e7546b9f357'],
  ['x'.repeat(213), 57, 'f673820bb5ccd3f0'],
])('%s', (text, size, hash) => {
  const rows = rowsOf(text);
  expect([rows.length, createHash('sha256').update(rows.join('')).digest('hex').slice(0, 16)]).toEqual([size, hash]);
});

it('refuses what does not fit', () => expect(() => qrCode('x'.repeat(214))).toThrow(RangeError));

it('becomes one path', () => expect(qrPath(qrCode('countersign')).startsWith('M0 0h1v1h-1zM1 0h1v1h-1z')).toBe(true));
