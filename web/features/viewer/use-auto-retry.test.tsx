import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, test, vi } from 'vitest';
import { timing } from '#contract/limits/timing.ts';
import { useAutoRetry } from './use-auto-retry.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

afterEach(() => vi.useRealTimers());

test('a page that fails is tried again once, after 2 s', async () => {
  vi.useFakeTimers();
  const retry = vi.fn<() => void>();
  const Page = ({ hasFailed }: { hasFailed: boolean }) => {
    useAutoRetry(hasFailed, retry);
    return null;
  };
  const root = createRoot(document.createElement('div'));
  const show = (hasFailed: boolean) => act(async () => root.render(<Page hasFailed={hasFailed} />));
  const wait = (time: number) => act(async () => void vi.advanceTimersByTime(time));

  await show(true);
  await wait(timing.pageAutoRetryDelay - 1);
  expect(retry).not.toHaveBeenCalled();
  await wait(1);
  expect(retry).toHaveBeenCalledTimes(1);

  await show(false);
  await show(true);
  await wait(10 * timing.pageAutoRetryDelay);
  expect(retry).toHaveBeenCalledTimes(1);
  await act(async () => root.unmount());
});

test('a page that is left meanwhile is not', async () => {
  vi.useFakeTimers();
  const retry = vi.fn<() => void>();
  const Page = () => {
    useAutoRetry(true, retry);
    return null;
  };
  const root = createRoot(document.createElement('div'));
  await act(async () => root.render(<Page />));
  await act(async () => root.unmount());
  vi.advanceTimersByTime(10 * timing.pageAutoRetryDelay);
  expect(retry).not.toHaveBeenCalled();
});
