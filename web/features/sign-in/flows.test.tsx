import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { SignInPage } from './SignInPage.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
vi.mock('#web/services/auth/passkeys.ts', () => ({ canUsePasskeys: () => true }));
vi.mock('#web/services/auth/connections.ts', () => ({ socialConnections: async () => [] }));
vi.mock('./LanguageChoice.tsx', () => ({ LanguageChoice: () => null }));
const calls = vi.hoisted(() => vi.fn<(id: string, input: object) => Promise<object>>(async () => ({ loginHint: null, initialFlow: 'sign_up', locale: null })));
vi.mock('#web/services/api/call.ts', () => ({ call: calls }));

test('sign-up asks for neither password nor passkey and links to sign-in and the home page', async () => {
  const page = document.body.appendChild(document.createElement('div'));
  const root = createRoot(page);
  await act(async () => root.render(<SignInPage uid="u" isAccountDeleted={false} />));
  const shown = () => [page.querySelector('h1')?.textContent, ...[...page.querySelectorAll('button')].map(({ textContent }) => textContent)];
  const press = (words: string) => act(async () => [...page.querySelectorAll('button')].find(({ textContent }) => textContent === words)?.click());
  const signUp = ['email.titleSignUp', 'email.send', 'flow.signIn'];
  expect(shown()).toEqual(signUp);
  await press('flow.signIn');
  expect(shown()).toEqual(['email.title', 'email.send', 'password.use', 'passkey.use', 'flow.signUp']);
  await press('flow.signUp');
  expect(shown()).toEqual(signUp);
  expect(page.querySelector('a')?.getAttribute('href')).toBe('/');
  await act(async () => root.unmount());
});

test.each([
  ['code', ['email.title', 'email.send', 'flow.signUp'], ['email.titleSignUp', 'email.send', 'flow.signIn']],
  ['password', ['email.title', 'password.submit', 'password.forgot', 'flow.signUp'], ['email.titleSignUp', 'email.send', 'flow.signIn']],
  ['code,passkey', ['email.title', 'email.send', 'passkey.use', 'flow.signUp'], ['email.titleSignUp', 'email.send', 'flow.signIn']],
  ['password,passkey', ['email.title', 'password.submit', 'password.forgot', 'passkey.use', 'flow.signUp'], ['email.titleSignUp', 'email.send', 'flow.signIn']],
  ['passkey', ['email.title', 'passkey.use'], ['email.title', 'passkey.use']],
])('where only %s is offered, nothing else is shown', async (methods, signIn, signUp) => {
  document.head.innerHTML = `<meta name="SIGN_IN_METHODS" content="${methods}">`;
  const page = document.body.appendChild(document.createElement('div'));
  const root = createRoot(page);
  await act(async () => root.render(<SignInPage uid="u" isAccountDeleted={false} />));
  const shown = () => [page.querySelector('h1')?.textContent, ...[...page.querySelectorAll('button')].map(({ textContent }) => textContent)];
  expect(shown()).toEqual(signUp);
  await act(async () => [...page.querySelectorAll('button')].find(({ textContent }) => textContent === 'flow.signIn')?.click());
  expect(shown()).toEqual(signIn);
  await act(async () => root.unmount());
  document.head.replaceChildren();
});

test('where phones sign in, a number gets the code; a new account still needs an address', async () => {
  document.head.innerHTML = '<meta name="ENABLE_PHONE_FOR_LOGIN" content="true">';
  const page = document.body.appendChild(document.createElement('div'));
  const root = createRoot(page);
  await act(async () => root.render(<SignInPage uid="u" isAccountDeleted={false} />));
  const labels = () => [...page.querySelectorAll('label')].map(({ textContent }) => textContent);
  expect(labels()).toEqual(['email.label']);
  await act(async () => [...page.querySelectorAll('button')].find(({ textContent }) => textContent === 'flow.signIn')?.click());
  expect(labels()).toEqual(['phone.label']);
  const type = async (typed: string): Promise<void> => {
    const input = page.querySelector('input');
    await act(async () => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, typed);
      input?.dispatchEvent(new Event('input', { bubbles: true }));
    });
    await act(async () => page.querySelector('form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })));
  };
  await type('0151 23456789');
  expect(page.textContent).toContain('phone.invalid');
  await type('(212) 555-0123');
  expect(calls).toHaveBeenLastCalledWith('otp.init', { body: { phone: '+12125550123', work: undefined, captcha: undefined } });
  expect(labels()).toContain('phone.code');
  await act(async () => root.unmount());
  document.head.replaceChildren();
});
