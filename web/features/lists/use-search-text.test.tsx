import { act, useEffect } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { timing } from '#contract/limits/timing.ts';
import { useSearchText } from './use-search-text.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

let root: Root;
let text: string;
let type: (text: string) => void;
const write = vi.fn<(search: string) => void>();

const Field = ({ inAddress }: { inAddress: string }) => {
  const field = useSearchText(inAddress, write);
  useEffect(() => {
    [text, type] = field;
  });
  return null;
};
const show = (inAddress: string) => act(() => root.render(<Field inAddress={inAddress} />));
const pause = () => act(() => vi.advanceTimersByTime(timing.inputDebounce));

beforeEach(() => {
  vi.useFakeTimers();
  write.mockClear();
  root = createRoot(document.createElement('div'));
  show('');
});
afterEach(() => {
  act(() => root.unmount());
  vi.useRealTimers();
});

test('what is typed without a pause is one search', () => {
  for (const typed of ['f', 'fo', 'for']) {
    act(() => type(typed));
    act(() => vi.advanceTimersByTime(timing.inputDebounce - 1));
  }
  expect(write).not.toHaveBeenCalled();
  pause();
  expect(write.mock.calls).toEqual([['for']]);
});

test('what is typed before the URL follows is kept', () => {
  act(() => type('for'));
  pause();
  act(() => type('form'));
  expect(text).toBe('form');
  pause();
  show('for');
  expect(text).toBe('form');
  show('form');
  expect([text, write.mock.calls]).toEqual(['form', [['for'], ['form']]]);
});

test('a change of the URL from elsewhere replaces the text and what was not written yet', () => {
  act(() => type('for'));
  pause();
  show('for');
  act(() => type('form'));
  show('');
  pause();
  expect([text, write.mock.calls]).toEqual(['', [['for']]]);
});
