/** The name of the current field is in the bar: over the page it would cover the label of the next field. */
import { configureStore } from '@reduxjs/toolkit';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider, useSelector } from 'react-redux';
import { expect, test } from 'vitest';
import { createField } from '#contract/entities/field.ts';
import { GuideBar } from './GuideBar.tsx';
import type { GuideActions } from './guide-actions.ts';
import { selectFileFields, type SigningRoot } from './signing.selectors.ts';
import { signingActions, signingSlice } from './signing.slice.ts';
import { TextInput } from './TextInput.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

const fields = ['Full last name', 'E-mail address'].map((tooltip, index) =>
  createField({ id: String(index), page: 1, rect: { x: 10, y: 10 * index, width: 20, height: 3 }, value: '', tooltip, textFormat: index === 1 ? 'email' : null }));

function Page({ at }: { at: string }) {
  const field = useSelector((root: SigningRoot) => selectFileFields(root, 'f')).find(({ id }) => id === at);
  return field ? <TextInput field={field} place={{ fileId: 'f', fieldId: at }} name={field.tooltip ?? ''} describedBy="words" current onFocus={() => undefined} onNext={() => undefined} /> : null;
}

test('the guide bar shows the step, and the page only the expected input', async () => {
  const store = configureStore({ reducer: { signing: signingSlice.reducer } });
  store.dispatch(signingActions.signingOpened({ subject: 't', signer: {}, files: [{ id: 'f', title: 'F', fields, before: fields }], today: '2026-05-03T12:00:00Z' }));
  const body = document.body.appendChild(document.createElement('div'));
  const root = createRoot(body);
  const shownAt = async (at: string): Promise<[string | undefined, string[]]> => {
    await act(async () => void store.dispatch(signingActions.fieldFocused({ fileId: 'f', fieldId: at })));
    await act(async () => root.render(
      <Provider store={store}>
        <main><Page at={at} /></main>
        <GuideBar started actions={{} as GuideActions} showsMissing={false} onSign={() => undefined} />
      </Provider>,
    ));
    const seen = [...body.querySelectorAll('main > [aria-hidden]:not([id])')].map(({ textContent }) => textContent ?? '');
    return [body.querySelector('[role=status] [aria-hidden]')?.textContent ?? undefined, seen];
  };
  expect(await shownAt('0')).toEqual(['Full last name', []]);
  expect(await shownAt('1')).toEqual(['E-mail address', ['expected.email']]);
  await act(async () => root.unmount());
});
