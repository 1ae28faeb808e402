import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';
import { CodeStep } from './CodeStep.tsx';
import type { SignIn } from './use-sign-in.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

test.each([true, false])('says whether the code may be late: %s', async (late) => {
  const nothing = async () => undefined;
  const signIn: SignIn = {
    step: 'code', email: 'ada@example.org', isSignUp: false, pending: false, checking: false, late, sent: 1, error: null,
    setEmail: () => undefined, chooseFlow: () => undefined, sendCode: nothing, captcha: null, passCaptcha: nothing, failCaptcha: nothing, submitCode: nothing, changeEmail: () => undefined, choosePassword: () => undefined, submitPassword: nothing, usePasskey: nothing, submitFactor: nothing, forgive: () => undefined,
  };
  const page = document.body.appendChild(document.createElement('div'));
  const root = createRoot(page);
  await act(async () => root.render(<CodeStep signIn={signIn} />));
  expect(page.textContent?.includes('code.late')).toBe(late);
  await act(async () => root.unmount());
});
