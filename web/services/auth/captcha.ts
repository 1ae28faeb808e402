/** Widget of a CAPTCHA provider. Its script is loaded when the server asks for a token, not before. */
import type { CaptchaChallenge, CaptchaProvider } from '#contract/entities/captcha.ts';
import { captcha as limits } from '#contract/limits/sign-in.ts';
import { AppError } from '../app-error.ts';

interface WidgetApi {
  render(place: HTMLElement, options: Record<string, unknown>): unknown;
  /** reCAPTCHA has none. */
  remove?(widget: unknown): void;
}

interface WidgetOptions {
  language: string;
  isDark: boolean;
  onToken(token: string): void;
  onFail(): void;
}

const globalNames = { turnstile: 'turnstile', hcaptcha: 'hcaptcha', recaptcha: 'grecaptcha' } as const satisfies Record<CaptchaProvider, string>;
/** Called by the script when it is ready. */
const CALLBACK = 'countersignCaptchaReady';
/** Width in CSS pixels of the widgets of ordinary size. */
const ORDINARY_WIDTH = 304;
/** Not failures: the person closed the puzzle, or took too long for it. */
const harmless: ReadonlySet<unknown> = new Set(['challenge-closed', 'challenge-expired']);

const page = window as unknown as Record<string, unknown>;
let loading: Promise<WidgetApi> | undefined;

/** Loads the script once; a failed attempt can be repeated. */
function loadApi(challenge: CaptchaChallenge, language: string): Promise<WidgetApi> {
  loading ??= load(challenge, language).catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

function load({ provider, script: address }: CaptchaChallenge, language: string): Promise<WidgetApi> {
  const script = document.createElement('script');
  const url = new URL(address);
  for (const [name, value] of Object.entries({ render: 'explicit', onload: CALLBACK, hl: language })) url.searchParams.set(name, value);
  script.src = url.href;
  script.async = true;
  return new Promise<WidgetApi>((resolve, reject) => {
    const fail = (): void => {
      script.remove();
      reject(new AppError('captcha_unavailable'));
    };
    const timer = setTimeout(fail, limits.scriptTimeout);
    page[CALLBACK] = () => {
      clearTimeout(timer);
      resolve(page[globalNames[provider]] as WidgetApi);
    };
    script.onerror = () => {
      clearTimeout(timer);
      fail();
    };
    document.head.append(script);
  });
}

/** Shows the widget; returns what removes it. Rejects with `captcha_unavailable` when the script can't be loaded. */
export async function showCaptcha(challenge: CaptchaChallenge, place: HTMLElement, { language, isDark, onToken, onFail }: WidgetOptions): Promise<() => void> {
  const api = await loadApi(challenge, language);
  const inner = place.appendChild(document.createElement('div'));
  const widget = api.render(inner, {
    sitekey: challenge.siteKey,
    theme: isDark ? 'dark' : 'light',
    size: place.clientWidth < ORDINARY_WIDTH ? 'compact' : challenge.provider === 'turnstile' ? 'flexible' : 'normal',
    // Turnstile and hCaptcha name the language differently; reCAPTCHA takes it from the address of the script.
    language,
    hl: language,
    // The page says what happened, and offers to try again.
    retry: 'never',
    callback: onToken,
    'error-callback': (code: unknown) => {
      if (!harmless.has(code)) onFail();
      return true;
    },
  });
  return () => {
    api.remove?.(widget);
    inner.remove();
  };
}
