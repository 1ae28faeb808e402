import { act, useEffect } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { Provider } from 'react-redux';
import { BrowserRouter, useNavigate, type NavigateFunction } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { call } from '#web/services/api/call.ts';
import { AppError } from '#web/services/app-error.ts';
import { createStore } from '../store.ts';
import { useDuplicate, type SaveFirst } from './use-duplicate.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
vi.mock('#web/services/api/call.ts', () => ({ call: vi.fn<() => Promise<unknown>>(), takePrefetched: async () => undefined, onPrefetchedTaken: () => false }));

const id = '1'.repeat(24);
const snackbar = {
  notify: vi.fn<(text: string, options: { id: string; action?: { run(): void } }) => void>(),
  notifyError: vi.fn<(text: string, options: { id: string }) => void>(),
  dismissNotice: vi.fn<(id: string) => void>(),
};

let duplicate: (saveFirst?: SaveFirst) => Promise<void>;
let navigate: NavigateFunction;
function Screen() {
  const run = useDuplicate(snackbar);
  const go = useNavigate();
  useEffect(() => {
    duplicate = (saveFirst) => run(id, saveFirst);
    navigate = go;
  });
  return null;
}

/** The ids of the drafts that the server was to make. */
const made = (): string[] => vi.mocked(call).mock.calls.map(([, input]) => (input as unknown as { body: { id: string } }).body.id);
const succeed = async (_: unknown, input: unknown) => ({ id: (input as { body: { id: string } }).body.id, version: 1, updatedAt: '2026-05-03T10:00:00.000Z' }) as never;
const draftPath = (): string => `/transaction/${made().at(-1)}/create`;

let root: Root | undefined;
beforeEach(async () => {
  vi.mocked(call).mockReset().mockImplementation(succeed as never);
  history.replaceState(null, '', '/transactions');
  root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () => root?.render(<Provider store={createStore()}><BrowserRouter><Screen /></BrowserRouter></Provider>));
});
afterEach(async () => {
  await act(async () => root?.unmount());
  vi.clearAllMocks();
});

/** Starts a duplication whose answer is still to come. */
async function begin(times = 1): Promise<() => Promise<void>> {
  let answer: () => void = () => undefined;
  const waits = new Promise<void>((resolve) => (answer = resolve));
  vi.mocked(call).mockImplementation((async (...input: [unknown, unknown]) => {
    await waits;
    return succeed(...input);
  }) as never);
  let all: Promise<unknown> = Promise.resolve();
  await act(async () => void (all = Promise.all(Array.from({ length: times }, () => duplicate()))));
  return () => act(async () => {
    answer();
    await all;
  });
}

test('a second press while the first is at work makes and opens nothing more', async () => {
  const push = vi.spyOn(history, 'pushState');
  const finish = await begin(2);
  await finish();
  expect(made()).toHaveLength(1);
  expect(window.location.pathname).toBe(draftPath());
  expect(push).toHaveBeenCalledTimes(1);
  push.mockRestore();
  await act(() => duplicate());
  expect(new Set(made()).size).toBe(2);
});

test('the work is shown until it is done', async () => {
  const finish = await begin();
  expect(snackbar.notify).toHaveBeenCalledWith('duplicate.running', expect.objectContaining({ duration: Infinity }));
  expect(snackbar.dismissNotice).not.toHaveBeenCalled();
  await finish();
  expect(snackbar.dismissNotice).toHaveBeenCalledWith(snackbar.notify.mock.calls[0]?.[1].id);
  expect(snackbar.notify).toHaveBeenCalledTimes(1);
});

test('whoever has gone elsewhere stays there and is offered the draft', async () => {
  const finish = await begin();
  await act(async () => navigate('/templates'));
  await finish();
  expect(window.location.pathname).toBe('/templates');
  const [text, options] = snackbar.notify.mock.lastCall ?? [];
  expect(text).toBe('duplicate.done');
  await act(async () => options?.action?.run());
  expect(window.location.pathname).toBe(draftPath());
});

test('nothing is copied without what could not be saved', async () => {
  await act(() => duplicate(async () => false));
  expect(call).not.toHaveBeenCalled();
  await act(() => duplicate(async () => true));
  expect(made()).toHaveLength(1);
});

test('an attempt after a failure makes the same draft, and another one after a conflict', async () => {
  for (const code of ['service_unavailable', 'conflict', 'conflict'] as const) {
    vi.mocked(call).mockRejectedValueOnce(new AppError(code));
    await act(() => duplicate());
  }
  const [first, second, third] = made();
  expect(second).toBe(first);
  expect(third).not.toBe(second);
  expect(snackbar.notifyError).toHaveBeenCalledTimes(3);
  expect(window.location.pathname).toBe('/transactions');
});
