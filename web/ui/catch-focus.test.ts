import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { catchFocus } from './catch-focus.ts';

const button = () => document.body.appendChild(document.createElement('button'));
let fallback: HTMLElement;
beforeEach(() => {
  vi.useFakeTimers();
  document.body.replaceChildren();
  fallback = button();
});
afterEach(() => {
  vi.useRealTimers();
});

test('catches the focus of a control that goes away', () => {
  const gone = button();
  gone.focus();
  catchFocus(() => fallback);
  vi.advanceTimersByTime(300);
  expect(document.activeElement).toBe(gone);
  gone.remove();
  vi.advanceTimersByTime(100);
  expect(document.activeElement).toBe(fallback);
});

test('leaves the focus to a dialog that gives it back, and to a person who went on', () => {
  const [opener, next] = [button(), button()];
  catchFocus(() => fallback);
  vi.advanceTimersByTime(30);
  opener.focus();
  vi.advanceTimersByTime(500);
  expect(document.activeElement).toBe(opener);
  next.focus();
  vi.advanceTimersByTime(2_000);
  next.remove();
  vi.advanceTimersByTime(2_000);
  expect(document.activeElement).toBe(document.body);
});
