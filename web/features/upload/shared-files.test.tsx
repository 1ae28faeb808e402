import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
import { visitStarted } from '#web/entities/session/session.slice.ts';
import { createStore } from '#web/entities/store.ts';
import { selectUploads } from '#web/entities/uploads/uploads.slice.ts';
import SharedFiles from './SharedFiles.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
// jsdom has no CSS.escape, which dialogs use.
vi.stubGlobal('CSS', { escape: (text: string) => text });
vi.mock('#web/services/uploads/shared-files.ts', () => ({ takeSharedFiles: async () => [new File(['%PDF'], 'Trap.pdf', { type: 'application/pdf' })] }));

it('adds nothing unasked for a visitor either, because any page on the web can send documents', async () => {
  const store = createStore();
  store.dispatch(visitStarted());
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () => root.render(<Provider store={store}><MemoryRouter initialEntries={['/upload?shared']}><SharedFiles /></MemoryRouter></Provider>));
  expect(document.querySelector('[role=dialog]')?.textContent).toContain('Trap.pdf');
  expect(selectUploads(store.getState())).toEqual([]);
  await act(async () => root.unmount());
});
