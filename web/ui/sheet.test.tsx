/** A dialog as a bottom sheet on phones: closed by swiping down or by Back. */
import { act } from 'react';
import type { Root } from 'react-dom/client';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Dialog } from './Dialog.tsx';
import { isSwipedAway } from './use-swipe-down.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
// React Aria needs CSS.escape, which jsdom lacks.
vi.stubGlobal('CSS', { escape: (text: string) => text });
const onClose = vi.fn<() => void>();
let root: Root;

const show = (isOpen: boolean, closeLabel: string | null = 'Close'): Promise<void> =>
  act(async () => {
    root.render(<Dialog isOpen={isOpen} onClose={onClose} title="Reminder" {...(closeLabel ? { closeLabel } : {})}>Words</Dialog>);
    await settled();
  });
const settled = () => new Promise((resolve) => setTimeout(resolve, 20));
const sheet = () => document.querySelector<HTMLElement>('[role=dialog]');

const touch = (type: string, target: Element, y: number): boolean => {
  const event = new Event(type, { bubbles: true, cancelable: true });
  return target.dispatchEvent(Object.assign(event, { touches: [{ clientX: 100, clientY: y }] }));
};
const swipe = (target: Element, ...ys: readonly number[]): void => {
  touch('touchstart', target, ys[0] ?? 0);
  for (const y of ys.slice(1)) touch('touchmove', target, y);
  touch('touchend', target, ys.at(-1) ?? 0);
};

beforeEach(() => {
  window.innerWidth = 360;
  window.innerHeight = 740;
  Object.defineProperty(HTMLElement.prototype, 'offsetHeight', { configurable: true, get: () => 600 });
  onClose.mockClear();
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(async () => {
  await act(async () => {
    root.unmount();
    await untilSheets(0);
  });
  Reflect.deleteProperty(HTMLElement.prototype, 'offsetHeight');
  document.body.replaceChildren();
});

test.each([
  [149, 600, false],
  [150, 600, true],
  [70, 100, true],
  [69, 100, false],
])('swiping %i px of a sheet of %i px closes it: %s', (moved, height, expected) => expect(isSwipedAway(moved, height)).toBe(expected));

test('a sheet swiped down closes; one released earlier stays', async () => {
  await show(true);
  const place = sheet();
  if (!place) throw new Error('No dialog');
  swipe(place, 100, 120, 200);
  expect(onClose).not.toHaveBeenCalled();
  swipe(place, 300, 280, 100);
  expect(onClose).not.toHaveBeenCalled();
  swipe(place, 100, 120, 260);
  expect(onClose).toHaveBeenCalledTimes(1);
});

test('a canvas in the sheet keeps the gesture', async () => {
  await show(true);
  const canvas = sheet()?.appendChild(document.createElement('canvas'));
  if (!canvas) throw new Error('No dialog');
  swipe(canvas, 100, 120, 400);
  expect(onClose).not.toHaveBeenCalled();
});

const sheets = (): number => (window.history.state as { sheets?: number } | null)?.sheets ?? 0;
const untilSheets = (count: number) => vi.waitFor(() => expect(sheets()).toBe(count));

test('Back closes the sheet and leaves the page', async () => {
  const { pathname } = window.location;
  await show(true);
  await untilSheets(1);
  await act(async () => {
    window.history.back();
    await untilSheets(0);
  });
  expect([onClose.mock.calls.length, window.location.pathname]).toEqual([1, pathname]);
});

test('closing in another way leaves no history entry, and the next sheet stays', async () => {
  const length = window.history.length;
  await show(true);
  await untilSheets(1);
  await show(false);
  await show(true);
  await untilSheets(1);
  await show(false);
  await untilSheets(0);
  expect([onClose.mock.calls.length, window.history.length - length <= 1]).toEqual([0, true]);
});

test('a dialog that needs an answer closes neither by swipe nor by Back', async () => {
  await show(true, null);
  const place = sheet();
  if (!place) throw new Error('No dialog');
  swipe(place, 100, 120, 400);
  // The entry of the sheet before may still be leaving the history.
  await untilSheets(0);
  expect(onClose).not.toHaveBeenCalled();
});

test('the second click of a double-click that opened a dialog does not close it; a later press outside does', async () => {
  window.innerWidth = 1440;
  const now = vi.spyOn(performance, 'now').mockReturnValue(1000);
  await show(true);
  const overlay = document.querySelector('[role=dialog]')?.parentElement?.parentElement;
  const pressOutside = () => act(async () => {
    for (const name of ['pointerdown', 'pointerup', 'click']) overlay?.dispatchEvent(new MouseEvent(name, { bubbles: true, cancelable: true, button: 0 }));
  });
  now.mockReturnValue(1499);
  await pressOutside();
  expect(onClose).not.toHaveBeenCalled();
  now.mockReturnValue(1500);
  await pressOutside();
  expect(onClose).toHaveBeenCalledOnce();
  now.mockRestore();
});
