import { useState } from 'react';
import { captchaChallenge, type CaptchaChallenge } from '#contract/entities/captcha.ts';
import { toAppError } from '#web/services/app-error.ts';

interface CaptchaState {
  /** The widget to show; a new object stands for a new widget. */
  challenge: CaptchaChallenge | null;
  /** Sends a request; returns null when the server asks for a token first, in which case the widget is shown. */
  send<T>(request: () => Promise<T>): Promise<T | null>;
  hide(): void;
}

export const useCaptcha = (): CaptchaState => {
  const [challenge, setChallenge] = useState<CaptchaChallenge | null>(null);
  const hide = (): void => setChallenge(null);
  /** Returns whether the server asks for a token. */
  const react = (error: unknown): boolean => {
    const { code, details } = toAppError(error);
    const parsed = captchaChallenge.safeParse(details);
    const isRequired = code === 'captcha_required' && parsed.success;
    // A widget that is shown already stays, as the person may be at it. A token is good once, so a refused one takes a new widget.
    setChallenge((shown) => {
      if (isRequired) return shown ?? parsed.data;
      return shown && code.startsWith('captcha_') ? { ...shown } : null;
    });
    return isRequired;
  };
  return {
    challenge,
    hide,
    send: async (request) => {
      try {
        const answer = await request();
        hide();
        return answer;
      } catch (error) {
        if (react(error)) return null;
        throw error;
      }
    },
  };
};
