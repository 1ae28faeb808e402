/** The access code that a sender gave: wrong, missing, locked, or not to be asked for at all. */
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeEach, expect, test, vi } from 'vitest';
import { call } from '#web/services/api/call.ts';
import { AppError } from '#web/services/app-error.ts';
import { AccessCodeScreen } from './AccessCodeScreen.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
vi.mock('#web/services/api/call.ts', () => ({ call: vi.fn<() => Promise<unknown>>() }));
vi.mock('#web/entities/error-text.ts', () => ({ errorText: ({ code }: { code: string }) => code }));

const calls = vi.mocked(call as (id: string) => Promise<unknown>);
/** What the server answers: to the question who asks, and to a code. */
let access: () => Promise<unknown>;
let enter: () => Promise<unknown>;
const codeState = (isLocked = false, sentTo: string | null = null) => async () => ({ senderName: 'Grace', title: 'Lease', isLocked, sentTo });
let send: () => Promise<unknown>;
const wrong = (triesLeft: number) => async () => {
  throw new AppError('invalid_code', { details: { triesLeft } });
};

beforeEach(() => {
  document.body.replaceChildren();
  calls.mockReset().mockImplementation((id) => (id === 'transactions.access' ? access() : id === 'transactions.sendAccessCode' ? send() : enter()));
});

async function open() {
  const opened = vi.fn<() => void>();
  const body = document.body.appendChild(document.createElement('div'));
  const root = createRoot(body);
  await act(async () => root.render(<AccessCodeScreen transactionId="t" onOpened={opened} />));
  const input = (): HTMLInputElement | null => body.querySelector('input');
  const press = (name: string) => act(async () => [...body.querySelectorAll('button')].find(({ textContent }) => textContent === name)?.click());
  const type = (text: string) => act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input(), text);
    input()?.dispatchEvent(new Event('input', { bubbles: true }));
  });
  const said = () => document.querySelector('[data-live-announcer]')?.textContent?.trim();
  return { opened, body, input, press, type, said, unmount: () => act(async () => root.unmount()) };
}

test('a wrong code is said, and the field has the focus', async () => {
  access = codeState();
  enter = wrong(2);
  const { input, press, type, said, unmount } = await open();
  await type('1234');
  input()?.blur();
  await press('access.open');
  expect([said(), document.activeElement, input()?.getAttribute('aria-invalid')]).toEqual(['access.wrong', input(), 'true']);
  await unmount();
});

test('an empty field is said, and nothing is sent', async () => {
  access = codeState();
  const { body, input, press, said, unmount } = await open();
  await press('access.open');
  expect([said(), document.activeElement, body.textContent?.includes('access.empty')]).toEqual(['access.empty', input(), true]);
  expect(calls.mock.calls.map(([id]) => id)).toEqual(['transactions.access']);
  await unmount();
});

test('once the sender has given a new code, whoever was locked out can enter it', async () => {
  access = codeState();
  enter = wrong(0);
  const { opened, body, input, press, type, unmount } = await open();
  await type('1234');
  await press('access.open');
  expect([input(), body.textContent?.includes('access.locked')]).toEqual([null, true]);
  access = codeState(true);
  await press('tryAgain');
  expect([input(), body.textContent?.includes('access.locked')]).toEqual([null, true]);
  access = codeState();
  enter = async () => ({});
  await press('tryAgain');
  await type('5678');
  await press('access.open');
  expect(opened).toHaveBeenCalledOnce();
  await unmount();
});

test('who asks is not shown without a name: the failure is, and it can be tried again', async () => {
  access = async () => {
    throw new AppError('service_unavailable');
  };
  const { body, input, press, unmount } = await open();
  expect([body.textContent?.includes('service_unavailable'), input()]).toEqual([true, null]);
  access = codeState();
  await press('tryAgain');
  expect(input()).not.toBeNull();
  await unmount();
});

test('a code by text message is asked for, said to be on its way, and asked for again', async () => {
  access = codeState(false, '…345');
  send = async () => ({ sentTo: '…345', expiresIn: 600, late: false });
  const { body, input, press, said, unmount } = await open();
  expect([body.textContent?.includes('access.byText'), body.textContent?.includes('access.text'), input()?.autocomplete]).toEqual([true, false, 'one-time-code']);
  await press('access.send');
  expect([said(), body.textContent?.includes('access.sent')]).toEqual(['access.sent', true]);
  await press('access.sendAgain');
  expect(calls.mock.calls.map(([id]) => id)).toEqual(['transactions.access', 'transactions.sendAccessCode', 'transactions.sendAccessCode']);
  await unmount();
});

test('why no code could be sent is shown, and a locked one is said to be', async () => {
  access = codeState(false, '…345');
  send = async () => {
    throw new AppError('too_many_requests');
  };
  const { body, input, press, unmount } = await open();
  await press('access.send');
  expect([body.textContent?.includes('too_many_requests'), body.textContent?.includes('access.sent')]).toEqual([true, false]);
  send = wrong(0);
  await press('access.send');
  expect([input(), body.textContent?.includes('access.locked')]).toEqual([null, true]);
  await unmount();
});

test('of a code that the sender tells, none is sent', async () => {
  access = codeState();
  const { body, input, unmount } = await open();
  expect([body.textContent?.includes('access.send'), input()?.autocomplete]).toEqual([false, 'off']);
  await unmount();
});
