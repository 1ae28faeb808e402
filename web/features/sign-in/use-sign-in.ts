import { useCallback, useEffect, useState } from 'react';
import { isEmail } from '#contract/entities/common.ts';
import { call } from '#web/services/api/call.ts';
import type { ErrorInfo } from '#web/services/app-error.ts';
import { AppError, toAppError } from '#web/services/app-error.ts';
import { setLanguage } from '#web/services/i18n/i18n.ts';
import { isLanguage } from '#web/services/i18n/languages.ts';

export type SignInStep = 'email' | 'code' | 'over' | 'done';

export interface SignIn {
  step: SignInStep;
  email: string;
  /** Whether a new account is what the person asked for. */
  isSignUp: boolean;
  pending: boolean;
  error: ErrorInfo | null;
  /** Counts codes sent, so that a second one can be said aloud. */
  sent: number;
  setEmail(email: string): void;
  sendCode(): Promise<void>;
  submitCode(code: string): Promise<void>;
  changeEmail(): void;
}

/** The sign-in under way at the identity provider: an address, then the code that was sent there. */
export const useSignIn = (uid: string | null): SignIn => {
  const [step, setStep] = useState<SignInStep>(uid ? 'email' : 'over');
  const [email, setEmail] = useState('');
  const [isSignUp, setSignUp] = useState(false);
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<ErrorInfo | null>(null);
  const [sent, setSent] = useState(0);

  const attempt = useCallback(async (work: () => Promise<void>) => {
    setPending(true);
    setError(null);
    try {
      await work();
    } catch (caught) {
      const info = toAppError(caught).toInfo();
      if (info.code === 'invalid_session') setStep('over');
      setError(info);
    } finally {
      setPending(false);
    }
  }, []);

  useEffect(() => {
    if (!uid) return;
    void attempt(async () => {
      const interaction = await call('interactions.get', { params: { uid } });
      if (interaction.loginHint) setEmail(interaction.loginHint);
      setSignUp(interaction.initialFlow === 'sign_up');
      if (isLanguage(interaction.locale)) await setLanguage(interaction.locale);
    });
  }, [uid, attempt]);

  return {
    step, email, isSignUp, pending, error, sent,
    setEmail: (value) => {
      setEmail(value);
      setError(null);
    },
    sendCode: () =>
      attempt(async () => {
        const address = email.trim();
        if (!isEmail(address)) throw new AppError('email_validation');
        await call('otp.init', { body: { email: address } });
        setSent((count) => count + 1);
        setStep('code');
      }),
    submitCode: (code) =>
      attempt(async () => {
        const { returnTo } = await call('otp.submit', { body: { code } });
        setStep('done');
        window.location.assign(returnTo);
      }),
    changeEmail: () => {
      setError(null);
      setStep('email');
    },
  };
};
