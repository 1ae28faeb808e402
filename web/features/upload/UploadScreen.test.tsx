import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { Provider } from 'react-redux';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { afterEach, expect, test } from 'vitest';
import type { Profile } from '#contract/entities/profile.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import { profileReceived } from '#web/entities/profile/profile.slice.ts';
import { sessionStarted } from '#web/entities/session/session.slice.ts';
import { createStore } from '#web/entities/store.ts';
import { transactionReceived } from '#web/entities/transactions/transactions.slice.ts';
import UploadScreen from './UploadScreen.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true, CSS: { escape: String } });

let root: Root | undefined;
afterEach(async () => act(async () => root?.unmount()));

async function shown(status: Transaction['status']): Promise<HTMLElement> {
  const id = '0123456789abcdef01234567';
  const store = createStore();
  store.dispatch(sessionStarted('ada'));
  store.dispatch(transactionReceived({ id, name: 'Lease.pdf', ownerId: 'ada', status } as Transaction));
  const page = document.createElement('div');
  root = createRoot(page);
  await act(async () =>
    root?.render(
      <Provider store={store}>
        <MemoryRouter initialEntries={[`/transaction/${id}/upload`]}>
          <Routes>
            <Route path="/transaction/:id/upload" element={<UploadScreen />} />
          </Routes>
        </MemoryRouter>
      </Provider>,
    ),
  );
  return page;
}

test('a draft accepts documents', async () => {
  expect((await shown('draft')).querySelector('input[type=file]')).not.toBeNull();
});

test('a sent request says that it accepts no documents and has no drop zone', async () => {
  const page = await shown('pending');
  expect(page.querySelector('input, form')).toBeNull();
  expect(page.textContent).toContain('closed');
});

test('whoever may not create files is told why, and can choose none', async () => {
  const store = createStore();
  store.dispatch(sessionStarted('ada'));
  store.dispatch(profileReceived({ id: 'ada', featureFlags: { allowResourceCreation: false } } as Profile));
  const page = document.createElement('div');
  root = createRoot(page);
  await act(async () => root?.render(<Provider store={store}><MemoryRouter initialEntries={['/upload']}><UploadScreen /></MemoryRouter></Provider>));
  expect(page.textContent).toContain('refused.disabled_by_allow_resource_creation_flag');
  expect([...page.querySelectorAll('button')].filter(({ textContent }) => textContent === 'choose').map(({ disabled }) => disabled)).toEqual([true]);
  expect(page.querySelector('form')).toBeNull();
});
