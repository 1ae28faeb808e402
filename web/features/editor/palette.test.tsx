import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { Provider } from 'react-redux';
import { afterEach, expect, test } from 'vitest';
import { createStore } from '#web/entities/store.ts';
import { editorActions } from './editor.slice.ts';
import { Palette } from './Palette.tsx';
import { injectEditor } from './store.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true, CSS: { escape: String } });

let root: Root | undefined;
afterEach(async () => {
  await act(async () => root?.unmount());
  document.body.replaceChildren();
});

/** A press before would place nothing: there is no list of fields that a new one could join. */
test('field types can be chosen once the fields of the document are known', async () => {
  injectEditor();
  const store = createStore();
  root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () => root?.render(<Provider store={store}><Palette currentPage={() => 1} paperOf={() => ({ width: 612, height: 792 })} /></Provider>));
  const disabled = () => [...document.querySelectorAll('button')].map((each) => each.disabled);
  expect(new Set(disabled())).toEqual(new Set([true]));
  await act(async () => {
    store.dispatch(editorActions.fileShown('f'));
    store.dispatch(editorActions.fileOpened({ id: 'f', fields: [] }));
  });
  expect(new Set(disabled())).toEqual(new Set([false]));
});
