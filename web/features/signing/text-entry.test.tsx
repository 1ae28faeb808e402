/** A number is written in its format once it is entered; reading it takes a moment, in which more may be typed. */
import { configureStore } from '@reduxjs/toolkit';
import { act, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider, useSelector } from 'react-redux';
import { expect, test, vi } from 'vitest';
import { createField } from '#contract/entities/field.ts';
import { noRules, type NumberFormat } from '#contract/entities/rules.ts';
import { PanelMark } from './PanelMark.tsx';
import { selectFileFields, type SigningRoot } from './signing.selectors.ts';
import { signingActions, signingSlice } from './signing.slice.ts';
import type { TextEntry } from './use-text-entry.ts';
import { useTextEntry } from './use-text-entry.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

let written: (text: string) => void;
vi.mock('#web/services/engine/core/rules.service.ts', () => ({
  checkNumber: async () => null,
  writtenNumber: () => new Promise<string>((resolve) => (written = resolve)),
}));

const number: NumberFormat = { decimals: 2, decimalSign: '.', grouping: ',', prefix: '', suffix: '', currency: null, min: null, max: null } as never;
const fields = [
  createField({ id: 'sum', page: 1, rect: { x: 1, y: 1, width: 20, height: 3 }, value: '', rules: { ...noRules, number } }),
  createField({ id: 'ok', type: 'checkmark', page: 1, rect: { x: 1, y: 9, width: 3, height: 3 }, value: false, helpText: 'Only if you agree' }),
];

async function open() {
  const store = configureStore({ reducer: { signing: signingSlice.reducer } });
  store.dispatch(signingActions.signingOpened({ subject: 't', signer: {}, files: [{ id: 'f', title: 'F', fields, before: fields }], today: '2026-05-03T12:00:00Z' }));
  let entry!: TextEntry;
  const Screen = () => {
    const [sum, ok] = useSelector((root: SigningRoot) => selectFileFields(root, 'f'));
    const now = useTextEntry(sum!, { fileId: 'f', fieldId: 'sum' });
    useEffect(() => void (entry = now));
    return <PanelMark stop={{ fileId: 'f' } as never} field={ok!} name="Agreed" choices={[]} actions={{} as never} />;
  };
  const body = document.body.appendChild(document.createElement('div'));
  const root = createRoot(body);
  await act(async () => root.render(<Provider store={store}><Screen /></Provider>));
  const type = (text: string) => act(async () => entry.write(text));
  return { body, type, check: () => act(async () => entry.check()), text: () => entry.text, unmount: () => act(async () => root.unmount()) };
}

test('what is typed while a number is rewritten stays', async () => {
  const { type, check, text, unmount } = await open();
  await type('1000');
  await check();
  await type('10007');
  await act(async () => written('1,000.00'));
  expect(text()).toBe('10007');
  await check();
  await act(async () => written('10,007.00'));
  expect(text()).toBe('10,007.00');
  await unmount();
});

test('a checkbox is described by its help text', async () => {
  const { body, unmount } = await open();
  const id = body.querySelector('input')?.getAttribute('aria-describedby');
  expect(id && document.getElementById(id)?.textContent).toBe('Only if you agree');
  await unmount();
});
