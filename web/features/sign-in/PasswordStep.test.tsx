import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { PasswordStep } from './PasswordStep.tsx';
import type { SignIn } from './use-sign-in.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

test('a password can be tried again after a wrong one', async () => {
  const submitPassword = vi.fn<SignIn['submitPassword']>(async () => undefined);
  const nothing = async () => undefined;
  const signIn: SignIn = {
    step: 'password', email: 'ada@example.org', mayUsePhone: false, phone: null, isSignUp: false, pending: false, checking: false, late: false, federation: null, sent: 0,
    error: { code: 'invalid_code', message: '' } as SignIn['error'],
    setEmail: () => undefined, chooseFlow: () => undefined, sendCode: nothing, captcha: null, passCaptcha: nothing, failCaptcha: nothing, submitCode: nothing, changeEmail: () => undefined, choosePassword: () => undefined, forgetPassword: () => undefined, resetPassword: nothing, submitPassword, usePasskey: nothing, submitFactor: nothing, forgive: () => undefined,
  };
  const page = document.body.appendChild(document.createElement('div'));
  const root = createRoot(page);
  await act(async () => root.render(<PasswordStep signIn={signIn} />));
  const input = page.querySelector<HTMLInputElement>('input[type=password]');
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, 'Analytical1');
    input?.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await act(async () => page.querySelector<HTMLButtonElement>('button[type=submit]')?.click());
  expect(submitPassword).toHaveBeenCalledWith('Analytical1');
  await act(async () => root.unmount());
});
