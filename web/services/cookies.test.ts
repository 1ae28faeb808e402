/** @vitest-environment-options { "url": "https://sign.example.org/" } */
import { expect, it, vi } from 'vitest';
import { readCookie, saveCookie } from './cookies.ts';

const written = vi.spyOn(document, 'cookie', 'set');

it('a cookie lives for a day by default', () => {
  saveCookie('a', '1');
  expect(written).toHaveBeenLastCalledWith('a=1; path=/; max-age=86400; samesite=lax; secure');
  expect([readCookie('a'), readCookie('b')]).toEqual(['1', null]);
});

it('a cookie above 4096 characters cannot be saved', () => {
  const rest = '=; path=/; max-age=86400; samesite=lax; secure'.length + 1;
  saveCookie('c', 'x'.repeat(4096 - rest));
  written.mockClear();
  expect(() => saveCookie('c', 'x'.repeat(4097 - rest))).toThrow(RangeError);
  expect(written).not.toHaveBeenCalled();
});
