import { timing } from '#contract/limits/timing.ts';
import { readCookie, saveCookie } from './cookies.ts';

const NAME = 'cookies_consent';

/** Consent to optional cookies, stored in this browser. */
export type Consent = 'yes' | 'no';

export const storedConsent = (): Consent | null => {
  const stored = readCookie(NAME);
  return stored === 'yes' || stored === 'no' ? stored : null;
};

/** The choice outlives other cookies: who has declined must not be asked again every day. */
export const storeConsent = (answer: Consent): void => saveCookie(NAME, answer, timing.consentLife);
