/** The default value of a number, while the field is changed. */
import i18next from 'i18next';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { initReactI18next } from 'react-i18next';
import { Provider } from 'react-redux';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createField, type Field } from '#contract/entities/field.ts';
import { noRules, numberFormat } from '#contract/entities/rules.ts';
import { createStore } from '#web/entities/store.ts';
import { writtenNumber } from '#web/services/engine/core/rules.service.ts';
import { selectFields } from './editor.selectors.ts';
import { editorActions } from './editor.slice.ts';
import { PropertiesPanel } from './PropertiesPanel.tsx';
import { injectEditor } from './store.ts';

vi.mock('#web/services/engine/core/rules.service.ts', () => ({ checkNumber: () => Promise.reject(new Error('no engine')), writtenNumber: vi.fn<() => Promise<string>>() }));
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true, CSS: { escape: String } });

let root: Root | undefined;
beforeAll(() => i18next.use(initReactI18next).init({ lng: 'en', resources: {}, react: { useSuspense: false } }));
beforeEach(() => void vi.mocked(writtenNumber).mockReset());
afterEach(async () => {
  await act(async () => root?.unmount());
  document.body.replaceChildren();
});

async function shown(value: string) {
  const number = numberFormat.parse({ decimals: 2, grouping: ',' });
  const field = { ...createField({ id: 'n', page: 1, rect: { x: 1, y: 1, width: 9, height: 9 }, value }), rules: { ...noRules, number } };
  injectEditor();
  const store = createStore();
  store.dispatch(editorActions.fileOpened({ id: 'f', fields: [field] }));
  store.dispatch(editorActions.fileShown('f'));
  store.dispatch(editorActions.fieldsSelected(['n']));
  root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () => root?.render(<Provider store={store}><PropertiesPanel /></Provider>));
  const now = (): Field | undefined => selectFields(store.getState())[0];
  return { now, dispatch: (action: Parameters<typeof store.dispatch>[0]) => act(async () => void store.dispatch(action)) };
}

/** Types into the text box with this label and leaves it. */
async function type(label: string, text: string): Promise<void> {
  const id = [...document.querySelectorAll('label')].find(({ textContent }) => textContent === label)?.htmlFor ?? '';
  const box = document.getElementById(id) as HTMLInputElement;
  await act(async () => box.focus());
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(box, text);
    box.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await act(async () => box.blur());
}

test('a change made while the number is read stays', async () => {
  let write: (text: string) => void = () => undefined;
  vi.mocked(writtenNumber).mockReturnValue(new Promise((resolve) => { write = resolve; }));
  const { now, dispatch } = await shown('');
  await type('value', '1234');
  const field = now();
  if (field) await dispatch(editorActions.fieldsChanged([{ ...field, required: true }]));
  await act(async () => write('1,234.00'));
  expect(now()).toMatchObject({ value: '1,234.00', required: true });
});

test('the written number is no undo step of its own, and does not replace what was typed since', async () => {
  let write: (text: string) => void = () => undefined;
  vi.mocked(writtenNumber).mockReturnValueOnce(new Promise((resolve) => { write = resolve; })).mockResolvedValue('5.00');
  const { now, dispatch } = await shown('');
  await type('value', '1234');
  await type('value', '5');
  await act(async () => write('1,234.00'));
  expect(now()?.value).toBe('5.00');
  await dispatch(editorActions.undone());
  await dispatch(editorActions.undone());
  expect(now()?.value).toBe('');
});

test('without the engine, what was typed is kept', async () => {
  vi.mocked(writtenNumber).mockRejectedValue(new Error('no engine'));
  const { now } = await shown('');
  await type('value', '1234');
  expect(now()?.value).toBe('1234');
});

test.each([['100', '1,234.00'], ['5000', '']])('a smallest number of %s leaves the default number %s', async (min, value) => {
  const { now } = await shown('1,234.00');
  await type('min', min);
  expect(now()?.rules?.number?.min).toBe(`${min}.00`);
  expect(now()?.value).toBe(value);
});
