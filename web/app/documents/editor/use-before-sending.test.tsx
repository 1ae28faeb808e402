/** Whoever sends before all pages are looked through is asked about what is found then. */
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { Provider } from 'react-redux';
import { afterEach, expect, test, vi } from 'vitest';
import { createField } from '#contract/entities/field.ts';
import { createStore } from '#web/entities/store.ts';
import { editorActions } from '#web/features/editor/editor.slice.ts';
import { injectEditor } from '#web/features/editor/store.ts';
import { useBeforeSending } from './use-before-sending.tsx';

// jsdom has no CSS.escape, which the dialog's keyboard handling needs.
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true, CSS: { escape: String } });
injectEditor();

let root: Root;
afterEach(() => act(async () => root.unmount()));

const goOn = vi.fn<() => void>();

function Sender() {
  const { begin, question, isWaiting } = useBeforeSending([], [], () => undefined);
  return (
    <>
      <button type="button" aria-busy={isWaiting} onClick={() => void begin(goOn)}>send</button>
      {question}
    </>
  );
}

async function sendWhileLooking() {
  goOn.mockClear();
  const store = createStore();
  store.dispatch(editorActions.fileOpened({ id: 'f', fields: [] }));
  store.dispatch(editorActions.fileShown('f'));
  store.dispatch(editorActions.lookingChanged(true));
  root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () => root.render(<Provider store={store}><Sender /></Provider>));
  await act(async () => document.querySelector<HTMLElement>('button')?.click());
  return store;
}

const isBusy = () => document.querySelector('button')?.getAttribute('aria-busy') === 'true';

test('waits for the detection and asks about the fields found', async () => {
  const store = await sendWhileLooking();
  expect([isBusy(), goOn.mock.calls.length]).toEqual([true, 0]);
  const found = createField({ id: 'a', page: 1, rect: { x: 1, y: 1, width: 9, height: 3 } });
  await act(async () => void store.dispatch(editorActions.fieldsDetected({ id: 'f', fields: [found] })));
  await act(async () => void store.dispatch(editorActions.lookingChanged(false)));
  expect(document.querySelector('[role=dialog] h2, [role=dialog] [slot=title]')?.textContent).toBe('undecided.title');
  expect([isBusy(), goOn.mock.calls.length]).toEqual([false, 0]);
});

test('continues without a question when nothing is found', async () => {
  const store = await sendWhileLooking();
  await act(async () => void store.dispatch(editorActions.lookingChanged(false)));
  expect(goOn).toHaveBeenCalledOnce();
});

test('sends nothing after the sender leaves the page', async () => {
  const store = await sendWhileLooking();
  await act(async () => root.render(<Provider store={store}>elsewhere</Provider>));
  await act(async () => void store.dispatch(editorActions.lookingChanged(false)));
  expect(goOn).not.toHaveBeenCalled();
});
