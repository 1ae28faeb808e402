import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { CaptchaChallenge } from '#contract/entities/captcha.ts';
import { showCaptcha } from '#web/services/auth/captcha.ts';
import styles from './SignInPage.module.scss';

const isDark = (): boolean => {
  const { theme } = document.documentElement.dataset;
  return theme === 'dark' || (theme !== 'light' && window.matchMedia('(prefers-color-scheme: dark)').matches);
};

interface CaptchaProps {
  challenge: CaptchaChallenge;
  onToken: (token: string) => void;
  onFail: () => void;
}

/** Widget of the provider, anew for each challenge. */
export const Captcha = ({ challenge, onToken, onFail }: CaptchaProps) => {
  const { t, i18n } = useTranslation('signIn');
  const place = useRef<HTMLDivElement>(null);
  const latest = useRef({ onToken, onFail });
  latest.current = { onToken, onFail };
  useEffect(() => {
    let isGone = false;
    let remove = (): void => undefined;
    const options = { language: i18n.language, isDark: isDark(), onToken: (token: string) => latest.current.onToken(token), onFail: () => latest.current.onFail() };
    if (!place.current) return undefined;
    showCaptcha(challenge, place.current, options).then(
      (close) => (isGone ? close() : (remove = close)),
      () => isGone || options.onFail(),
    );
    return () => {
      isGone = true;
      remove();
    };
  }, [challenge, i18n.language]);
  return <div ref={place} role="group" aria-label={t('captcha.label')} className={styles.captcha} />;
};
