/** Characters that no font can show are reported while typing and prevent signing. */
import { configureStore } from '@reduxjs/toolkit';
import i18next from 'i18next';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { initReactI18next } from 'react-i18next';
import { Provider, useSelector } from 'react-redux';
import { beforeAll, expect, test, vi } from 'vitest';
import { createField } from '#contract/entities/field.ts';
import fields from '#contract/locales/en/fields.json' with { type: 'json' };
import signing from '#contract/locales/en/signing.json' with { type: 'json' };
import { selectFileFields, selectProgress, type SigningRoot } from './signing.selectors.ts';
import { signingActions, signingSlice } from './signing.slice.ts';
import { TextInput } from './TextInput.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

vi.mock('#web/services/engine/core/engine.service.ts', () => {
  const missingCharacters = async (text: string): Promise<string[]> => [...new Set(text)].filter((letter) => '𒀀\u{e000}'.includes(letter));
  return { withEngine: (work: (engine: unknown) => unknown) => work({ missingCharacters }) };
});

beforeAll(() => i18next.use(initReactI18next).init({ lng: 'en', resources: { en: { fields, signing } }, interpolation: { escapeValue: false }, react: { useSuspense: false } }));

const place = { fileId: 'f', fieldId: 'name' };
const name = createField({ id: 'name', page: 1, rect: { x: 10, y: 10, width: 20, height: 3 }, value: '' });

function Shown() {
  const [field] = useSelector((root: SigningRoot) => selectFileFields(root, 'f'));
  return field ? <TextInput field={field} place={place} name="Name" describedBy="words" current={false} onFocus={() => undefined} onNext={() => undefined} /> : null;
}

test('names a character without a font beside its field until it is removed', async () => {
  const store = configureStore({ reducer: { signing: signingSlice.reducer } });
  store.dispatch(signingActions.signingOpened({ subject: 't', signer: {}, files: [{ id: 'f', title: 'F', fields: [name], before: [name] }], today: '2026-05-03T12:00:00Z' }));
  const page = document.body.appendChild(document.createElement('div'));
  const root = createRoot(page);
  await act(async () => root.render(<Provider store={store}><Shown /></Provider>));
  const input = page.querySelector('input')!;
  const write = (text: string) => act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, text);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
  const problem = () => page.querySelector('[data-problem]')?.textContent?.replaceAll(/[\u2068\u2069]/g, '');
  await write('김철수 𒀀');
  await expect.poll(() => act(async () => problem())).toBe("“𒀀” can't be shown in the document. Remove it.");
  expect(page.querySelector(`#${input.getAttribute('aria-describedby')}`)?.textContent).toContain('𒀀');
  expect(selectProgress(store.getState()).complete).toBe(false);
  await write('김철수 𒀀\u{e000}');
  await expect.poll(() => act(async () => problem())).toBe("“𒀀 U+E000” can't be shown in the document. Remove these characters.");
  await act(async () => input.dispatchEvent(new FocusEvent('focusout', { bubbles: true })));
  expect(problem()).toContain('U+E000');
  await write('김철수');
  await expect.poll(() => act(async () => problem())).toBeUndefined();
  expect(selectProgress(store.getState()).complete).toBe(true);
  await act(async () => root.unmount());
});
