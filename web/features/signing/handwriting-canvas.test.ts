import { expect, test, vi } from 'vitest';
import { writeName } from './handwriting.ts';

test('a browser without room for another drawing says so by a code', async () => {
  Object.defineProperty(document, 'fonts', { configurable: true, value: Object.assign(new Set([{ family: 'cursive' }]), { load: async () => [] }) });
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  const font = { family: 'cursive', load: async () => undefined, letters: async () => ({ default: '' }) };
  await expect(writeName('Ada', font)).rejects.toMatchObject({ code: 'internal_error_defined' });
});
