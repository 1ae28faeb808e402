// @vitest-environment node
import { expect, it } from 'vitest';
import { qrCode } from './qr-code.ts';

const link = 'https://sign.example.org/signatures/editor?ticket=6Zq1wVb0sR8tYk3LmN5pQ7uX';

it('draws the three finder patterns', () => {
  const { size, path } = qrCode(link);
  expect(size).toBe(37);
  // The corner of each mark is dark, and light the line that parts it from the words (ISO/IEC 18004, 6.3.3).
  for (const [x, y] of [[0, 0], [size - 1, 0], [0, size - 1]]) expect(path).toContain(`M${x} ${y}h1v1h-1z`);
  for (const [x, y] of [[7, 0], [size - 8, 0], [7, size - 1]]) expect(path).not.toContain(`M${x} ${y}h1v1h-1z`);
});

it('refuses content that does not fit', () => expect(() => qrCode('x'.repeat(3000))).toThrow());
