import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createStore } from '#web/entities/store.ts';
import { editorActions } from '#web/features/editor/editor.slice.ts';
import { injectEditor } from '#web/features/editor/store.ts';
import { storeVisitorFields, storeVisitorFieldsNow } from '#web/services/visitor/visitor-files.service.ts';
import { useVisitorAutosave } from './use-visitor-autosave.ts';

type Keep = (id: string, fields: readonly unknown[]) => Promise<void>;
vi.mock('#web/services/visitor/visitor-files.service.ts', () => ({
  storeVisitorFields: vi.fn<Keep>(), storeVisitorFieldsNow: vi.fn<Keep>(), visitorFileStored: async () => undefined,
}));
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
injectEditor();

const store = createStore();
const Autosave = () => {
  useVisitorAutosave('f');
  return null;
};
let root: Root;
/** Lets the write of this moment end. */
let written: () => void;

beforeEach(async () => {
  vi.useFakeTimers();
  for (const keep of [storeVisitorFields, storeVisitorFieldsNow]) vi.mocked(keep).mockReset().mockImplementation(() => new Promise((resolve) => { written = resolve; }));
  await act(async () => {
    store.dispatch(editorActions.fileOpened({ id: 'f', fields: [] }));
    store.dispatch(editorActions.fileShown('f'));
  });
  root = createRoot(document.createElement('div'));
  await act(async () => root.render(<Provider store={store}><Autosave /></Provider>));
});
afterEach(async () => {
  await act(async () => root.unmount());
  await act(async () => store.dispatch(editorActions.editorClosed()));
  vi.useRealTimers();
});

const place = () => act(async () => {
  store.dispatch(editorActions.fieldPlaced({ type: 'text', page: 1, rect: { x: 10, y: 10, width: 20, height: 3 }, recipient: null, paper: { width: 612, height: 792 } }));
});
const lengths = (keep: typeof storeVisitorFields) => vi.mocked(keep).mock.calls.map(([, fields]) => fields.length);
/** So many fields were kept in their time, and so many at once. */
const stored = () => lengths(storeVisitorFields);
const storedNow = () => lengths(storeVisitorFieldsNow);
/** Whether the browser asks somebody who closes the window. */
const asks = (): boolean => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
const end = () => act(async () => written());

test('stores changes after a pause', async () => {
  await place();
  await place();
  expect(stored()).toEqual([]);
  await act(async () => vi.advanceTimersByTime(600));
  expect(stored()).toEqual([2]);
});

test('closing the window stores the change at once and asks until it is stored', async () => {
  expect(asks()).toBe(false);
  await place();
  expect(asks()).toBe(true);
  expect(storedNow()).toEqual([1]);
  // Asked again while it is written; it is not written a second time.
  expect(asks()).toBe(true);
  expect(storedNow()).toEqual([1]);
  await end();
  expect(asks()).toBe(false);
});

test('closing the window during a delayed write stores the change again at once', async () => {
  await place();
  await act(async () => vi.advanceTimersByTime(600));
  expect(asks()).toBe(true);
  expect([stored(), storedNow()]).toEqual([[1], [1]]);
});

test('a change made during a write counts as unsaved', async () => {
  await place();
  await act(async () => vi.advanceTimersByTime(600));
  await place();
  await end();
  expect(asks()).toBe(true);
  expect([stored(), storedNow()]).toEqual([[1], [2]]);
});

test('stores at once when the page is hidden and when another one opens', async () => {
  await place();
  const seen = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  expect(storedNow()).toEqual([1]);
  seen.mockReturnValue('visible');
  await place();
  document.dispatchEvent(new Event('visibilitychange'));
  expect(storedNow()).toEqual([1]);
  seen.mockRestore();
  await act(async () => root.unmount());
  expect(storedNow()).toEqual([1, 2]);
});

test('stores nothing without a change', async () => {
  await act(async () => vi.advanceTimersByTime(600));
  expect(asks()).toBe(false);
  await act(async () => root.unmount());
  expect([stored(), storedNow()]).toEqual([[], []]);
});
