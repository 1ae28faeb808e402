/** Addresses of the CAPTCHA providers, and what their widgets load, as far as a Content Security Policy is concerned. */
import type { CaptchaProvider } from '#contract/entities/captcha.ts';

interface CaptchaAddresses {
  verify: string;
  script: string;
  /** Sources by directive, from each provider's documentation of its policy. */
  scripts: readonly string[];
  frames: readonly string[];
  calls: readonly string[];
  styles: readonly string[];
}

const hcaptcha = ['https://hcaptcha.com', 'https://*.hcaptcha.com'];

export const captchaAddresses = {
  turnstile: {
    verify: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
    script: 'https://challenges.cloudflare.com/turnstile/v0/api.js',
    scripts: ['https://challenges.cloudflare.com'], frames: ['https://challenges.cloudflare.com'], calls: [], styles: [],
  },
  hcaptcha: {
    verify: 'https://api.hcaptcha.com/siteverify',
    script: 'https://js.hcaptcha.com/1/api.js',
    scripts: hcaptcha, frames: hcaptcha, calls: hcaptcha, styles: hcaptcha,
  },
  recaptcha: {
    verify: 'https://www.google.com/recaptcha/api/siteverify',
    script: 'https://www.google.com/recaptcha/api.js',
    scripts: ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'],
    frames: ['https://www.google.com/recaptcha/', 'https://recaptcha.google.com/recaptcha/'],
    calls: ['https://www.google.com/recaptcha/'],
    styles: [],
  },
} as const satisfies Record<CaptchaProvider, CaptchaAddresses>;
