/** What is announced while a dialog is open. */
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { announce } from './announce.ts';
import { Dialog } from './Dialog.tsx';
import { SnackbarLayer } from './SnackbarLayer.tsx';
import { notify } from './snackbar.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
// jsdom lacks both.
vi.stubGlobal('CSS', { escape: (text: string) => text });
vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }));

const withText = (text: string) => [...document.querySelectorAll('[aria-live], [aria-live] *')].find((each) => each.textContent === text);
const isReachable = (text: string) => withText(text)?.closest('[aria-hidden=true], [inert]') === null;
const isHidden = (selector: string) => document.querySelector(selector)?.closest('[aria-hidden=true], [inert]') !== null;

test('announcements and snackbars stay reachable in a dialog', async () => {
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  const show = (isOpen: boolean) =>
    act(async () =>
      root.render(
        <>
          <main>Page</main>
          <SnackbarLayer label="Notices" closeLabel="Close" />
          <Dialog isOpen={isOpen} onClose={() => undefined} title="Reminder">Words</Dialog>
        </>,
      ),
    );
  await show(false);
  announce('before');
  await show(true);
  await vi.waitFor(() => expect(isHidden('main')).toBe(true));
  announce('Moved');
  expect(isReachable('Moved')).toBe(true);
  // The snackbars load late and render outside `act`.
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
  notify('Saved', { action: { text: 'Undo', run: () => undefined } });
  await vi.waitFor(() => expect(withText('Undo')).toBeDefined());
  expect(isReachable('Undo')).toBe(true);
  root.unmount();
});
