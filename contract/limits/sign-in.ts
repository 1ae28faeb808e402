/** Limits of sign-in: attempts, CAPTCHA, second factor. Times are in milliseconds. */
import { day, hour, minute, second } from './time-units.ts';

/** Limits per window of password and second-factor attempts and of sent codes: per origin (network or device), and in total. */
export const attemptLimits = {
  window: 15 * minute,
  /** Attempts per origin and account before the browser must solve a proof of work for each further one. */
  withoutWork: 3,
  /** Attempts per network at any accounts before each further one from a device that is not known requires a proof of work. */
  withoutWorkByNetwork: 20,
  most: {
    password: { fromOneOrigin: 10, fromAll: 100 },
    code: { fromOneOrigin: 5, fromAll: 20 },
    factor: { fromOneOrigin: 5, fromAll: 20 },
  },
  /** Remembered devices per user, and for how long. */
  knownDevices: 20,
  deviceLife: 365 * day,
  /** How long after a sign-in security-relevant account changes are allowed. */
  recentSignIn: 10 * minute,
} as const;

export const captcha = {
  /** How long the provider may take to verify a token; a person waits. */
  verificationTimeout: 5 * second,
  /** How long a passed CAPTCHA counts for further codes to the same address in the same sign-in. */
  passLife: hour,
  /** How long the page waits for the provider's script. */
  scriptTimeout: 15 * second,
} as const;

/** TOTP parameters (RFC 6238): the defaults of authenticator apps. */
export const secondFactorRules = {
  digits: 6,
  /** Seconds. */
  period: 30,
  /** Tolerated clock drift, in periods. */
  window: 1,
  recoveryCodes: 10,
} as const;
