/** Tells the person when the first attempt to send a verification link has failed. */
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { Provider } from 'react-redux';
import { afterEach, expect, test, vi } from 'vitest';
import type { Profile } from '#contract/entities/profile.ts';
import { createStore } from '#web/entities/store.ts';
import { call } from '#web/services/api/call.ts';
import { notify } from '#web/ui/snackbar.ts';
import { ContactSection } from './ContactSection.tsx';

vi.mock('#web/services/api/call.ts', () => ({ call: vi.fn<() => Promise<unknown>>() }));
vi.mock('#web/ui/snackbar.ts', () => ({ notify: vi.fn<() => void>(), notifyError: vi.fn<() => void>(), dismissNotice: vi.fn<() => void>() }));
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

let root: Root | undefined;
afterEach(async () => {
  await act(async () => root?.unmount());
  document.body.replaceChildren();
});

async function show(screen: React.ReactNode): Promise<HTMLElement> {
  const page = document.body.appendChild(document.createElement('div'));
  root = createRoot(page);
  await act(async () => root?.render(<Provider store={createStore()}>{screen}</Provider>));
  return page;
}
const person = { email: 'ada@example.org', emailVerified: false, phone: '+4915100000001', phoneVerified: false };

test.each([
  [0, true, 'contact.late_email'], [0, false, 'contact.sent_email'], [1, true, 'contact.late_phone'], [1, false, 'contact.sent_phone'],
])('verification from row %i of the profile: %s', async (row, late, words) => {
  vi.mocked(call).mockResolvedValue({ late });
  const page = await show(<ContactSection profile={{ ...person, pendingEmail: null } as Profile} />);
  await act(async () => [...page.querySelectorAll('button')].filter((each) => each.textContent === 'contact.prove')[row]?.click());
  expect(vi.mocked(notify).mock.lastCall?.[0]).toBe(words);
});
