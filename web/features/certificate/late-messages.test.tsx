/** Tells the person when the first attempt to send a code or a link has failed. */
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { Provider } from 'react-redux';
import { afterEach, expect, test, vi } from 'vitest';
import { createStore } from '#web/entities/store.ts';
import { call } from '#web/services/api/call.ts';
import { AddressStep } from './AddressStep.tsx';
import { newOrder } from './certificate-order.ts';
import { CodeStep } from './CodeStep.tsx';

vi.mock('#web/services/api/call.ts', () => ({ call: vi.fn<() => Promise<unknown>>() }));
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
const press = (page: HTMLElement, words: string) =>
  act(async () => [...page.querySelectorAll('button')].find((each) => each.textContent?.includes(words))?.click());
const person = { email: 'ada@example.org', emailVerified: false, phone: '+4915100000001', phoneVerified: false };

test.each([true, false])('the code step says whether the message is late: %s', async (late) => {
  const nothing = async () => true;
  const order = { ...newOrder('t1', 'server_certificate'), step: 'otp' as const, sentTo: 'ada@example.org', late };
  const page = await show(<CodeStep order={order} actions={{ submitCode: nothing, sendCode: nothing, cancelCode: nothing }} onClose={() => undefined} />);
  expect(page.textContent?.includes('otp.late')).toBe(late);
});

test.each([true, false])('the address step says whether the message is late: %s', async (late) => {
  vi.mocked(call).mockResolvedValue({ late });
  const page = await show(<AddressStep profile={person} onProven={() => undefined} onBack={() => undefined} />);
  expect(page.textContent).not.toContain('email.late');
  await press(page, 'email.send');
  expect([page.textContent?.includes('email.late'), page.textContent?.includes('email.waiting')]).toEqual([late, !late]);
});
