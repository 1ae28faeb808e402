// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { checkPicture, inkBox } from './picture-files.ts';

describe('signature pictures', () => {
  it.each([
    [{ type: 'image/png', size: 100 }, null],
    [{ type: 'image/gif', size: 100 }, 'wrong_mime_type'],
    [{ type: 'image/jpeg', size: 2_097_153 }, 'max_size_exceeded'],
  ])('%j: %s', (file, problem) => {
    expect(checkPicture(file)).toBe(problem);
  });

  it('finds the bounds of the ink', () => {
    const ink = new Set(['2,3', '5,4']);
    const alpha = (x: number, y: number): number => (ink.has(`${x},${y}`) ? 255 : 0);
    expect(inkBox(alpha, 10, 10)).toEqual({ x: 2, y: 3, width: 4, height: 2 });
    expect(inkBox(() => 0, 10, 10)).toBeNull();
  });
});
