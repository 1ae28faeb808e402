import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { timing } from '#contract/limits.ts';
import { notify } from '#web/ui/snackbar.ts';

const SHOWN = 'countersign.selfSignedNotice';

/** Milliseconds until a visitor is told again what a certificate of their own making is worth. */
export function untilNotice(lastShown: number, now: number): number {
  return Math.max(timing.selfSignedNoticeDelay, lastShown + timing.selfSignedNoticeRepeat - now);
}

/** Tells whoever signs alone, soon after they came and then once a day, that nobody vouches for their certificate. */
export function useSelfSignedNotice(): void {
  const { t } = useTranslation('certificate');
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const wait = (): void => {
      timer = setTimeout(show, untilNotice(Number(localStorage.getItem(SHOWN)), Date.now()));
    };
    const show = (): void => {
      localStorage.setItem(SHOWN, String(Date.now()));
      notify(t('selfSigned'), { id: 'self-signed', duration: timing.selfSignedNoticeShown });
      wait();
    };
    wait();
    return () => clearTimeout(timer);
  }, [t]);
}
