import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { timing } from '#contract/limits/timing.ts';
import { notify } from '#web/ui/snackbar.ts';

const SHOWN = 'countersign.selfSignedNotice';

/** Returns the milliseconds until the next notice about self-signed certificates. */
export function untilNotice(lastShown: number, now: number): number {
  return Math.max(timing.selfSignedNoticeDelay, lastShown + timing.selfSignedNoticeRepeat - now);
}

/** Tells visitors that nobody vouches for their self-signed certificate: soon after they arrive, then once a day. */
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
