/** A CAPTCHA of a third party, which a browser must pass before a code is mailed. Providers differ in their widgets, not in how tokens are verified. */
import { z } from 'zod';

export const captchaProviders = ['turnstile', 'hcaptcha', 'recaptcha'] as const;
export type CaptchaProvider = (typeof captchaProviders)[number];

/** Details of `captcha_required`: the widget that the page shows. */
export const captchaChallenge = z.object({ provider: z.enum(captchaProviders), siteKey: z.string(), script: z.string() });
export type CaptchaChallenge = z.output<typeof captchaChallenge>;

/** What the widget hands to the page. */
export const captchaToken = z.string().min(1).max(8192);
