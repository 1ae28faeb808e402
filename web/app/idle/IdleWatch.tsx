import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { timing } from '#contract/limits/timing.ts';
import { leave } from '#web/entities/session/leave.ts';
import { call } from '#web/services/api/call.ts';
import { toAppError } from '#web/services/app-error.ts';
import { lastActivity, noteActivity, shouldReportActivity, watchActivity } from '#web/services/auth/activity.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { returnAfterSignOut } from '../paths.ts';

const TICK = 1000;

/** All tabs notice the time-out together; one of them signs out and tells the others. Drafts stay, since the person did not ask to sign out. */
const leaveOnce = async (returnTo: string): Promise<void> => {
  const out = (): Promise<void> => leave(returnTo, { keepWork: true });
  // Web Locks need a secure context.
  if (!('locks' in navigator)) return out();
  await navigator.locks.request('countersign-idle', { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    await out();
    // Holds the lock until the page is unloaded.
    await new Promise(() => undefined);
  });
};

/** Signs out after the idle time of the installation, with a warning one minute before. */
const IdleWatch = ({ minutes }: { minutes: number }) => {
  const { t } = useTranslation('shell');
  const { pathname, search } = useLocation();
  const [asking, setAsking] = useState(false);
  const held = useRef(false);
  const returnTo = useRef('/');
  returnTo.current = returnAfterSignOut(`${pathname}${search}`);
  useEffect(() => {
    const limit = minutes * 60_000;
    noteActivity();
    const stop = watchActivity(() => held.current);
    let left = false;
    const look = (): void => {
      if (left) return;
      const remaining = lastActivity() + limit - Date.now();
      held.current = remaining <= timing.idleWarning;
      setAsking(held.current);
      if (remaining <= 0) {
        left = true;
        void leaveOnce(returnTo.current);
      } else if (shouldReportActivity(limit / 4)) call('sessions.use', {}).catch((error: unknown) => console.debug('The server was not told', toAppError(error).code));
    };
    const timer = setInterval(look, TICK);
    // Timers fire late after the device has slept.
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
      stop();
    };
  }, [minutes]);
  const stay = (): void => {
    noteActivity();
    held.current = false;
    setAsking(false);
  };
  return (
    <ConfirmDialog isOpen={asking} onClose={() => void leave(returnTo.current, { keepWork: true })} onConfirm={stay} title={t('idle.title')} confirmText={t('idle.stay')} cancelText={t('signOut')}>
      {t('idle.text')}
    </ConfirmDialog>
  );
};

export default IdleWatch;
