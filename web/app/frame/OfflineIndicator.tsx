import { CloudOff } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { timing } from '#contract/limits/timing.ts';
import { useAppSelector } from '#web/entities/store.ts';
import { selectService } from '#web/entities/ui-state/ui.slice.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { withFurtherTexts } from '#web/services/i18n/i18n.ts';
import { hasTasks } from '#web/services/tasks/has-tasks.ts';
import styles from './OfflineIndicator.module.scss';

/** Loaded when something waits. */
const WaitingLink = lazy(withFurtherTexts(() => import('./WaitingLink.tsx')));

/** Shows that the server is unreachable, after three seconds to ignore short interruptions. */
export const OfflineIndicator = () => {
  const { t } = useTranslation('shell');
  const away = useAppSelector(selectService) === 'unavailable';
  const [shown, setShown] = useState(false);

  useEffect(() => {
    if (!away) return setShown(false);
    const timer = setTimeout(() => setShown(true), timing.offlineIndicatorDelay);
    return () => clearTimeout(timer);
  }, [away]);

  return (
    // Heard in an open dialog as well.
    <div role="status" data-live-announcer="true" className={styles.place}>
      {shown ? (
        <p className={styles.indicator}>
          <Icon of={CloudOff} size={16} />
          {t('offline')}
          {hasTasks() ? <Suspense><WaitingLink /></Suspense> : null}
        </p>
      ) : null}
    </div>
  );
};
