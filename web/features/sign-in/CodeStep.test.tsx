import { act, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { CodeStep } from './CodeStep.tsx';
import type { SignIn } from './use-sign-in.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

const nothing = async () => undefined;
const signInAt = (more: Partial<SignIn>): SignIn => ({
  step: 'code', email: 'ada@example.org', mayUsePhone: false, phone: null, isSignUp: false, pending: false, checking: false, late: false, federation: null, sent: 1, error: null,
  setEmail: () => undefined, chooseFlow: () => undefined, sendCode: nothing, captcha: null, passCaptcha: nothing, failCaptcha: nothing, submitCode: nothing, changeEmail: () => undefined, choosePassword: () => undefined, forgetPassword: () => undefined, resetPassword: nothing, submitPassword: nothing, usePasskey: nothing, submitFactor: nothing, forgive: () => undefined,
  ...more,
});

/** With the digits typed, which submits them. */
const Typing = ({ submitCode }: Pick<SignIn, 'submitCode'>) => {
  const [pending, setPending] = useState(false);
  return <CodeStep signIn={signInAt({ pending, submitCode: (code) => (setPending(true), submitCode(code)) })} />;
};

test('Enter after the last digit does not submit the code again', async () => {
  const submitCode = vi.fn<(code: string) => Promise<void>>(nothing);
  const page = document.body.appendChild(document.createElement('div'));
  const root = createRoot(page);
  await act(async () => root.render(<Typing submitCode={submitCode} />));
  const field = page.querySelector('input')!;
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, '123456');
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await act(async () => page.querySelector('form')!.requestSubmit());
  expect(submitCode.mock.calls).toEqual([['123456']]);
  await act(async () => root.unmount());
});

test.each([true, false])('says whether the code may be late: %s', async (late) => {
  const page = document.body.appendChild(document.createElement('div'));
  const root = createRoot(page);
  await act(async () => root.render(<CodeStep signIn={signInAt({ late })} />));
  expect(page.textContent?.includes('code.late')).toBe(late);
  await act(async () => root.unmount());
});
