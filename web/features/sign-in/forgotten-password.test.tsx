import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '#web/services/app-error.ts';
import { SignInPage } from './SignInPage.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
vi.mock('#web/services/auth/passkeys.ts', () => ({ canUsePasskeys: () => false }));
vi.mock('#web/services/auth/connections.ts', () => ({ socialConnections: async () => [] }));
vi.mock('./LanguageChoice.tsx', () => ({ LanguageChoice: () => null }));
const server = vi.hoisted(() => ({ calls: [] as [string, unknown][], answer: (_id: string): unknown => ({}) }));
vi.mock('#web/services/api/call.ts', () => ({
  call: async (id: string, { body }: { body?: object }) => {
    if (id === 'interactions.get') return { loginHint: 'ada@example.org', initialFlow: null, locale: null };
    server.calls.push([id, body]);
    return server.answer(id);
  },
}));

let page: HTMLElement;
let end: () => Promise<void>;
beforeEach(async () => {
  server.calls = [];
  server.answer = () => ({ late: false });
  page = document.body.appendChild(document.createElement('div'));
  const root = createRoot(page);
  end = () => act(async () => root.unmount());
  await act(async () => root.render(<SignInPage uid="u" isAccountDeleted={false} />));
});
afterEach(async () => {
  await end();
  page.remove();
});

const press = (words: string) => act(async () => [...page.querySelectorAll('button')].find(({ textContent }) => textContent === words)?.click());
const submit = () => act(async () => page.querySelector<HTMLFormElement>('form')?.requestSubmit());
const type = (selector: string, text: string) => act(async () => {
  const input = page.querySelector<HTMLInputElement>(selector)!;
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, text);
  input.dispatchEvent(new Event('input', { bubbles: true }));
});
const title = () => page.querySelector('h1')?.textContent;
const valueOf = (selector: string) => page.querySelector<HTMLInputElement>(selector)?.value;
const toReset = async () => {
  await press('password.use');
  await press('password.forgot');
  await submit();
};
const enter = async (code: string, password: string) => {
  await type('input[name=code]', code);
  await type('input[type=password]', password);
  await submit();
};

test('the address is asked first, then code and password are sent together, and not with the last digit', async () => {
  await press('password.use');
  await press('password.forgot');
  expect([title(), valueOf('input[name=email]')]).toEqual(['forgot.title', 'ada@example.org']);
  await submit();
  expect(title()).toBe('reset.title');
  server.answer = () => ({ returnTo: '#signed-in' });
  await type('input[name=code]', '123456');
  expect(server.calls.map(([id]) => id)).toEqual(['otp.init']);
  await type('input[type=password]', 'Correct horse 7');
  await submit();
  expect(server.calls[1]).toEqual(['password.reset', { code: '123456', password: 'Correct horse 7' }]);
  expect([title(), window.location.hash]).toEqual([undefined, '#signed-in']);
});

test('a weak password is told without the server; one that it refuses leaves the code as it is', async () => {
  await toReset();
  await enter('123456', 'short');
  expect([server.calls.length, page.querySelectorAll('[aria-invalid=true]').length]).toEqual([1, 1]);
  server.answer = () => { throw new AppError('password_common'); };
  await enter('123456', 'Password1');
  expect([title(), valueOf('input[name=code]'), page.querySelector('input[type=password]')?.getAttribute('aria-invalid')]).toEqual(['reset.title', '123456', 'true']);
});

test('a wrong code is asked for anew, and keeps the password', async () => {
  await toReset();
  server.answer = () => { throw new AppError('invalid_code', { details: { triesLeft: 3 } }); };
  await enter('123456', 'Correct horse 7');
  expect([valueOf('input[name=code]'), valueOf('input[type=password]')]).toEqual(['', 'Correct horse 7']);
  expect(page.textContent).toContain('code.wrongTries');
});

test('another address leads back to the first step of the same way, and from there to the sign-in', async () => {
  await toReset();
  await press('code.otherEmail');
  expect(title()).toBe('forgot.title');
  await press('forgot.back');
  expect(title()).toBe('email.title');
});
