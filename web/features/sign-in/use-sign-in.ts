import { useCallback, useEffect, useState } from 'react';
import type { CaptchaChallenge } from '#contract/entities/captcha.ts';
import { isEmail } from '#contract/entities/common.ts';
import { internationalPhone } from '#contract/entities/phone-number.ts';
import { federation as federationDetails, type Federation } from '#contract/entities/federation.ts';
import { isLocale } from '#contract/languages.ts';
import { call } from '#web/services/api/call.ts';
import type { ErrorInfo } from '#web/services/app-error.ts';
import { AppError, toAppError } from '#web/services/app-error.ts';
import { mayTryAgain, PasskeyError, signInWithPasskey } from '#web/services/auth/passkeys.ts';
import { withWork } from '#web/services/auth/proof-of-work.ts';
import { offersPhoneSignIn, offersSignIn } from '#web/services/config.ts';
import { switchLanguage } from '#web/services/i18n/i18n.ts';
import { useCaptcha } from './use-captcha.ts';

/** `forgot` and `reset` lead to a new password: the address, then the code and the password. */
type SignInStep = 'email' | 'code' | 'password' | 'forgot' | 'reset' | 'federation' | 'factor' | 'over' | 'done';

export interface SignIn {
  step: SignInStep;
  /** The address that was typed; with `mayUsePhone` it can be a phone number. */
  email: string;
  /** Whether a phone number can be entered. New accounts and passwords belong to an address. */
  mayUsePhone: boolean;
  /** The number that the code was sent to; null if it was mailed. */
  phone: string | null;
  /** Whether the person wants a new account. */
  isSignUp: boolean;
  pending: boolean;
  error: ErrorInfo | null;
  /** Whether the mail server is unavailable, so that the code may be delayed. */
  late: boolean;
  /** Whether the browser has been solving a proof of work for more than a moment. */
  checking: boolean;
  /** The CAPTCHA to pass before a code is sent. */
  captcha: CaptchaChallenge | null;
  /** The sign-in of the organization that the address belongs to, in the step `federation`. */
  federation: Federation | null;
  /** Number of codes sent, so that another one is announced. */
  sent: number;
  setEmail(email: string): void;
  /** Switches between sign-in and sign-up. */
  chooseFlow(isSignUp: boolean): void;
  sendCode(): Promise<void>;
  /** Sends the code with the token of the CAPTCHA. */
  passCaptcha(token: string): Promise<void>;
  /** Reports that the CAPTCHA can't be shown or passed. */
  failCaptcha(): Promise<void>;
  submitCode(code: string): Promise<void>;
  changeEmail(): void;
  choosePassword(): void;
  submitPassword(password: string): Promise<void>;
  /** Begins the way to a new password. */
  forgetPassword(): void;
  /** Signs in with the mailed code and sets the password. */
  resetPassword(code: string, password: string): Promise<void>;
  /** Submits six digits of the authenticator app, or a recovery code. */
  submitFactor(code: string): Promise<void>;
  /** Clears the last error. */
  forgive(): void;
  /** Asks for a passkey; dismissing the prompt is no error. */
  usePasskey(): Promise<void>;
}

/** Runs one attempt at a time and keeps the error of the last one, unless a step of its own is about it. */
const useAttempt = (hasStep: (error: ErrorInfo) => boolean) => {
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
        if (!hasStep(info)) setError(info);
      } finally {
        setPending(false);
      }
    },
    [hasStep],
  );
  const forgive = useCallback(() => setError(null), []);
  return { pending, error, attempt, forgive };
};

type OnWork = (isWorking: boolean) => void;

/** The phone number that was typed, where one may be. */
const phoneOf = (typed: string, mayUsePhone: boolean): string | null => (mayUsePhone && !typed.includes('@') ? internationalPhone(typed) : null);

const sendCodeTo = async (typed: string, phone: string | null, captcha: string | undefined, onWork: OnWork): Promise<boolean> => {
  if (phone === null && !isEmail(typed)) throw new AppError('email_validation');
  const to = phone === null ? { email: typed } : { phone };
  const { late } = await withWork((work) => call('otp.init', { body: { ...to, work, captcha } }), onWork);
  return late;
};

/** Milliseconds before running work is shown. */
const SAID_AFTER = 700;

/** Returns whether the browser has been working for longer than `SAID_AFTER`. */
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

/**
 * State of a sign-in at the identity provider: an address, then the code sent there. `isSecondStep`: the first factor is
 * already verified.
 */
export const useSignIn = (uid: string | null, isSecondStep = false): SignIn => {
  const [step, setStep] = useState<SignInStep>(uid ? (isSecondStep ? 'factor' : 'email') : 'over');
  const [email, setEmail] = useState('');
  const [isSignUp, setSignUp] = useState(false);
  const [sent, setSent] = useState(0);
  const [late, setLate] = useState(false);
  const [checking, onWork] = useChecking();
  const captcha = useCaptcha();
  const [federation, setFederation] = useState<Federation | null>(null);
  const hasStep = useCallback((info: ErrorInfo): boolean => {
    if (info.code === 'invalid_session') setStep('over');
    const way = info.code === 'forbidden_by_federation' ? federationDetails.safeParse(info.details).data : undefined;
    if (way) {
      setFederation(way);
      setStep('federation');
    }
    return info.code === 'invalid_session' || way !== undefined;
  }, []);
  const { pending, error, attempt, forgive } = useAttempt(hasStep);

  useEffect(() => {
    if (!uid) return;
    void attempt(async () => {
      const { loginHint, initialFlow, locale } = await call('interactions.get', { params: { uid } });
      if (loginHint) setEmail(loginHint);
      setSignUp(initialFlow === 'sign_up');
      // Switches without storing: the language of the previous page is not the person's choice.
      if (isLocale(locale)) await switchLanguage(locale).catch((failure: unknown) => console.info('The texts of the language can\'t be had', failure));
    });
  }, [uid, attempt]);

  const leaveTo = (address: string): void => {
    setStep('done');
    window.location.assign(address);
  };
  // Where nobody signs in by code, it is only good for a password.
  const isReset = step === 'forgot' || step === 'reset' || !offersSignIn('code');
  const mayUsePhone = offersPhoneSignIn() && !isReset && !isSignUp;
  const phone = phoneOf(email.trim(), mayUsePhone);
  const sendCode = (token?: string): Promise<void> =>
    attempt(async () => {
      const isLate = await captcha.send(() => sendCodeTo(email.trim(), phone, token, onWork));
      // The widget is part of the first step.
      if (isLate === null) return setStep(isReset && !isSignUp ? 'forgot' : 'email');
      setLate(isLate);
      setSent((count) => count + 1);
      setStep(isReset ? 'reset' : 'code');
    });
  return {
    step, email, mayUsePhone, phone, isSignUp, pending, error, late, sent, checking, federation, captcha: captcha.challenge,
    setEmail: (value) => {
      setEmail(value);
      forgive();
    },
    chooseFlow: (wanted) => {
      setSignUp(wanted);
      forgive();
    },
    sendCode: () => sendCode(),
    passCaptcha: sendCode,
    failCaptcha: () =>
      attempt(async () => {
        captcha.hide();
        throw new AppError('captcha_unavailable');
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
    forgetPassword: () => {
      forgive();
      setStep('forgot');
    },
    resetPassword: (code, password) =>
      attempt(async () => {
        const { returnTo } = await call('password.reset', { body: { code, password } });
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
      setStep(step === 'reset' ? 'forgot' : 'email');
    },
  };
};
