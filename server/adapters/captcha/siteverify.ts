/**
 * Verifies CAPTCHA tokens by the `siteverify` protocol that Turnstile, hCaptcha and reCAPTCHA share: a form with the
 * secret and the token is answered with JSON. Providers accept each token once.
 */
import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import { captcha as limits } from '#contract/limits/sign-in.ts';

/** `unavailable`: the provider didn't say, or this installation isn't set up correctly with it. */
type CaptchaVerdict = 'passed' | 'refused' | 'unavailable';
type VerifyCaptcha = (token: string, caller: string) => Promise<CaptchaVerdict>;

interface CaptchaVerifier {
  verifyUrl: string;
  /** Never logged. */
  secret: string;
  /** Host name of the page on which the widget is shown. */
  hostname: string;
}

const answer = z.object({ success: z.boolean(), hostname: z.string().optional(), 'error-codes': z.array(z.string()).default([]) });
type Answer = z.output<typeof answer>;

/** Codes that don't concern the token: a wrong secret or site, or a failure at the provider. */
const notTheToken = /secret|sitekey|internal|bad-request/;

export function captchaVerifier(verifier: CaptchaVerifier, log: Pick<FastifyBaseLogger, 'warn'>): VerifyCaptcha {
  return async (token, caller) => {
    try {
      return verdictOf(await ask(verifier, token, caller), verifier.hostname, log);
    } catch (error) {
      log.warn({ reason: error instanceof Error ? error.message : String(error) }, 'the CAPTCHA provider did not answer');
      return 'unavailable';
    }
  };
}

async function ask({ verifyUrl, secret }: CaptchaVerifier, token: string, caller: string): Promise<Answer> {
  const response = await fetch(verifyUrl, {
    method: 'POST',
    body: new URLSearchParams({ secret, response: token, remoteip: caller }),
    redirect: 'error',
    signal: AbortSignal.timeout(limits.verificationTimeout),
  });
  const text = await response.text();
  // Refusals may come with a status of their own, so the answer counts.
  const found = answer.safeParse(parsed(text));
  if (!found.success || (found.data.success && !response.ok)) throw new Error(`it answered ${response.status}`);
  return found.data;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function verdictOf({ success, hostname, 'error-codes': codes }: Answer, expected: string, log: Pick<FastifyBaseLogger, 'warn'>): CaptchaVerdict {
  if (!success) {
    if (!codes.some((code) => notTheToken.test(code))) return 'refused';
    log.warn({ codes: codes.slice(0, 5).map((code) => code.slice(0, 60)) }, 'the CAPTCHA provider refused the request of this installation');
    return 'unavailable';
  }
  if (hostname === expected) return 'passed';
  // A token that was obtained on another site with the same site key.
  log.warn({ expected }, 'a CAPTCHA was passed on another host');
  return 'refused';
}
