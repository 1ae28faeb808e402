/** A font may be lost on its way over a bad network. */
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TypePad } from './TypePad.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

const { writeName } = vi.hoisted(() => ({ writeName: vi.fn<(name: string, font: { family: string }) => Promise<string>>() }));
vi.mock('./handwriting.ts', () => ({ device: { family: 'cursive' }, familyOf: () => 'cursive', fontsFor: async () => [{ family: 'One' }, { family: 'Two' }], widthOf: async () => 1, writeName }));
vi.mock('#web/services/fields/missing-letters.ts', () => ({ missingLetters: async () => [] }));

let root: Root;
const onWritten = vi.fn<(picture: string | null) => void>();
const pass = (time: number) => act(() => vi.advanceTimersByTimeAsync(time));

beforeEach(async () => {
  vi.useFakeTimers();
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(() => {
  act(() => root.unmount());
  vi.useRealTimers();
});

test.each([
  ['fails', () => Promise.reject(new Error('No network'))],
  ['hangs', () => new Promise<string>(() => undefined)],
])('a typed signature is written again when its font %s', async (_, first) => {
  writeName.mockReset().mockImplementationOnce(first).mockResolvedValue('data:image/png;base64,');
  await act(async () => root.render(<TypePad start="Grace Hopper" onWritten={onWritten} />));
  onWritten.mockClear();
  await pass(1000);
  expect(onWritten).not.toHaveBeenCalled();
  await pass(10_000);
  expect(onWritten.mock.calls).toEqual([['data:image/png;base64,']]);
  expect(writeName).toHaveBeenCalledTimes(2);
});

test.each([
  ['the next font takes the place of one that never comes', ['Two']],
  ['the font of the device takes the place of all that never come', ['cursive']],
])('%s', async (_, coming) => {
  writeName.mockReset().mockImplementation(async (_name, { family }) => (coming.includes(family) ? family : new Promise<string>(() => undefined)));
  await act(async () => root.render(<TypePad start="Grace Hopper" onWritten={onWritten} />));
  for (let seconds = 0; seconds < 60; seconds += 5) await pass(5000);
  expect(onWritten).toHaveBeenLastCalledWith(coming[0]);
});

test('without a network nobody waits for fonts that fail', async () => {
  writeName.mockReset().mockImplementation(async (_name, { family }) => (family === 'cursive' ? family : Promise.reject(new Error('No network'))));
  await act(async () => root.render(<TypePad start="Grace Hopper" onWritten={onWritten} />));
  for (let seconds = 0; seconds < 6; seconds += 1) await pass(1000);
  expect(onWritten).toHaveBeenLastCalledWith('cursive');
});
