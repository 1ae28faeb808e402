import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { VirtualList } from './VirtualList.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
let root: Root;
let wantsMotion: boolean;
beforeEach(() => {
  vi.useFakeTimers();
  wantsMotion = true;
  vi.stubGlobal('matchMedia', () => ({ matches: !wantsMotion }));
  vi.stubGlobal('ResizeObserver', class { observe(): void {} disconnect(): void {} });
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const keyOf = (item: string): string => item;
const show = (items: readonly string[]) => act(async () => root.render(<VirtualList label="list" items={items} keyOf={keyOf} estimate={10}>{(item, row) => <li key={item} {...row}>{item}</li>}</VirtualList>));
/** The rows, those in brackets that are only fading. */
const rows = () => [...document.querySelectorAll('li')].map((row) => (row.getAttribute('aria-hidden') === 'true' && row.hasAttribute('inert') && row.style.opacity === '0' ? `(${row.textContent})` : row.textContent));
const pass = (milliseconds: number) => act(async () => vi.advanceTimersByTimeAsync(milliseconds));

test('a removed row fades for 300 ms, out of reach, also when the list is fetched again meanwhile', async () => {
  await show(['a', 'b', 'c']);
  await show(['a', 'c']);
  expect(rows()).toEqual(['a', '(b)', 'c']);
  await pass(200);
  await show([...'ac']);
  expect(rows()).toEqual(['a', '(b)', 'c']);
  await pass(99);
  expect(rows()).toEqual(['a', '(b)', 'c']);
  await pass(1);
  expect(rows()).toEqual(['a', 'c']);
});

test.each([
  ['when another list is shown', ['a', 'x'], ['a', 'x']],
  ['when most of the list goes', ['a'], ['a']],
])('nothing fades %s', async (_, after, expected) => {
  await show(['a', 'b', 'c', 'd', 'e']);
  await show(after);
  expect(rows()).toEqual(expected);
});

test('nothing fades for people who want no motion', async () => {
  wantsMotion = false;
  await show(['a', 'b']);
  await show(['a']);
  expect(rows()).toEqual(['a']);
});
