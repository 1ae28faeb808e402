import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { ResourceMenu } from './ResourceMenu.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

vi.mock('./use-keep-action.tsx', () => ({ useKeepAction: () => [{ key: 'offline', text: 'keep', run: () => undefined }] }));

test.each([[true, 1], [false, 0]])('what does not open without the server is not kept for it: %s', async (mayKeep, count) => {
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () => root.render(<MemoryRouter><ResourceMenu resource={{ kind: 'transaction', id: 'a', title: '' } as never} maySeeSharing={false} maySeeInsights={false} mayKeep={mayKeep} /></MemoryRouter>));
  expect(document.querySelectorAll('button')).toHaveLength(count);
  await act(async () => root.unmount());
});
