import { useCallback, useEffect, useState } from 'react';
import { isEmail } from '#contract/entities/common.ts';
import { isLocale } from '#contract/languages.ts';
import { call } from '#web/services/api/call.ts';
import type { ErrorInfo } from '#web/services/app-error.ts';
import { AppError, toAppError } from '#web/services/app-error.ts';
import { mayTryAgain, PasskeyError, signInWithPasskey } from '#web/services/auth/passkeys.ts';
import { withWork } from '#web/services/auth/proof-of-work.ts';
import { switchLanguage } from '#web/services/i18n/i18n.ts';

export type SignInStep = 'email' | 'code' | 'password' | 'factor' | 'over' | 'done';

export interface SignIn {
  step: SignInStep;
  email: string;
  /** Whether a new account is what the person asked for. */
  isSignUp: boolean;
  pending: boolean;
  error: ErrorInfo | null;
  /** The mail server takes no mail at present: the code may come late. */
  late: boolean;
  /** The browser does work that the server asked for, for longer than a moment. */
  checking: boolean;
  /** Counts codes sent, so that a second one can be said aloud. */
  sent: number;
  setEmail(email: string): void;
  /** Signing in instead of a new account, or the other way round. */
  chooseFlow(isSignUp: boolean): void;
  sendCode(): Promise<void>;
  submitCode(code: string): Promise<void>;
  changeEmail(): void;
  choosePassword(): void;
  submitPassword(password: string): Promise<void>;
  /** Six digits of the app, or a recovery code. */
  submitFactor(code: string): Promise<void>;
  /** What went wrong last is no matter any more. */
  forgive(): void;
  /** Asks the device; closing its question is an answer, not a failure. */
  usePasskey(): Promise<void>;
}

/** One attempt at a time, and what went wrong with the last one. */
const useAttempt = (onOver: () => void) => {
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<ErrorInfo | null>(null);
  const attempt = useCallback(
    async (work: () => Promise<void>) => {
      setPending(true);
      setError(null);
      try {
        await work();
      } catch (caught) {
        const info = toAppError(caught).toInfo();
        if (info.code === 'invalid_session') onOver();
        setError(info);
      } finally {
        setPending(false);
      }
    },
    [onOver],
  );
  const forgive = useCallback(() => setError(null), []);
  return { pending, error, attempt, forgive };
};

type OnWork = (isWorking: boolean) => void;

const sendCodeTo = async (email: string, onWork: OnWork): Promise<boolean> => {
  if (!isEmail(email)) throw new AppError('email_validation');
  const { late } = await withWork((work) => call('otp.init', { body: { email, work } }), onWork);
  return late;
};

/** Work that is over in a moment is not worth a word. */
const SAID_AFTER = 700;

/** Whether the browser has been working for a while. */
const useChecking = (): [boolean, OnWork] => {
  const [isWorking, setWorking] = useState(false);
  const [checking, setChecking] = useState(false);
  useEffect(() => {
    if (!isWorking) return undefined;
    const timer = setTimeout(() => setChecking(true), SAID_AFTER);
    return () => {
      clearTimeout(timer);
      setChecking(false);
    };
  }, [isWorking]);
  return [checking, setWorking];
};

/** The sign-in under way at the identity provider: an address, then the code that was sent there; `isSecondStep`: that is proven already. */
export const useSignIn = (uid: string | null, isSecondStep = false): SignIn => {
  const [step, setStep] = useState<SignInStep>(uid ? (isSecondStep ? 'factor' : 'email') : 'over');
  const [email, setEmail] = useState('');
  const [isSignUp, setSignUp] = useState(false);
  const [sent, setSent] = useState(0);
  const [late, setLate] = useState(false);
  const [checking, onWork] = useChecking();
  const { pending, error, attempt, forgive } = useAttempt(useCallback(() => setStep('over'), []));

  useEffect(() => {
    if (!uid) return;
    void attempt(async () => {
      const { loginHint, initialFlow, locale } = await call('interactions.get', { params: { uid } });
      if (loginHint) setEmail(loginHint);
      setSignUp(initialFlow === 'sign_up');
      // Where the person came from it was shown, which is no choice of theirs.
      if (isLocale(locale)) await switchLanguage(locale).catch((failure: unknown) => console.info('The texts of the language can\'t be had', failure));
    });
  }, [uid, attempt]);

  const leaveTo = (address: string): void => {
    setStep('done');
    window.location.assign(address);
  };
  return {
    step, email, isSignUp, pending, error, late, sent, checking,
    setEmail: (value) => {
      setEmail(value);
      forgive();
    },
    chooseFlow: (wanted) => {
      setSignUp(wanted);
      forgive();
    },
    sendCode: () =>
      attempt(async () => {
        setLate(await sendCodeTo(email.trim(), onWork));
        setSent((count) => count + 1);
        setStep('code');
      }),
    submitCode: (code) =>
      attempt(async () => {
        const { returnTo } = await call('otp.submit', { body: { code } });
        leaveTo(returnTo);
      }),
    choosePassword: () => {
      forgive();
      setStep('password');
    },
    submitPassword: (password) =>
      attempt(async () => {
        const address = email.trim();
        if (!isEmail(address)) throw new AppError('email_validation');
        const { returnTo } = await withWork((work) => call('password.submit', { body: { email: address, password, work } }), onWork);
        leaveTo(returnTo);
      }),
    submitFactor: (code) =>
      attempt(async () => {
        const { returnTo } = await call('secondFactor.submit', { body: { code } });
        leaveTo(returnTo);
      }),
    forgive,
    usePasskey: () =>
      attempt(async () => {
        const returnTo = await signInWithPasskey().catch((failure: unknown) => {
          if (failure instanceof PasskeyError && mayTryAgain(failure.reason)) return null;
          throw failure;
        });
        if (returnTo) leaveTo(returnTo);
      }),
    changeEmail: () => {
      forgive();
      setStep('email');
    },
  };
};
