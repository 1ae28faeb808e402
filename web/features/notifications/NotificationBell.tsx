import { Bell } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { Button, Dialog as AriaDialog, Popover } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { counts } from '#contract/limits/counts.ts';
import { selectNotifications } from '#web/entities/notifications/notifications.slice.ts';
import { useAppSelector } from '#web/entities/store.ts';
import { withFurtherTexts } from '#web/services/i18n/i18n.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { LoadingText } from '#web/ui/LoadingText.tsx';
import { useDevice } from '#web/ui/use-device.ts';
import { useAppBadge, useLiveNotifications, useReadHere } from './use-live-notifications.ts';
import styles from './NotificationBell.module.scss';

const NotificationList = lazy(withFurtherTexts(() => import('./NotificationList.tsx')));

const useLabel = (unread: number): string => {
  const { t } = useTranslation('shell');
  if (unread === 0) return t('notices');
  return unread > counts.unreadNotifications ? t('bell.many', { count: counts.unreadNotifications }) : t('bell.unread', { count: unread });
};

/** The bell of the navigation: how many notifications are unread, and the list of them. */
const NotificationBell = () => {
  const { t, i18n } = useTranslation('shell');
  const { unread } = useAppSelector(selectNotifications);
  const [isOpen, setOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const isPhone = useDevice() === 'phone';
  useLiveNotifications();
  useReadHere();
  useAppBadge(unread);
  const label = useLabel(unread);
  const number = new Intl.NumberFormat(i18n.language).format(Math.min(unread, counts.unreadNotifications));
  const close = (): void => setOpen(false);
  const list = (
    <Suspense fallback={<LoadingText>{t('notices')}</LoadingText>}>
      <NotificationList onLeave={close} isTitled={!isPhone} />
    </Suspense>
  );
  return (
    <>
      <Button ref={trigger} className={styles.bell ?? ''} aria-label={label} aria-haspopup="dialog" aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
        <span className={styles.sign}>
          <Icon of={Bell} />
          {unread > 0 ? <span className={styles.number} aria-hidden="true">{unread > counts.unreadNotifications ? `${number}+` : number}</span> : null}
        </span>
        <span className={styles.name} aria-hidden="true">{t('notices')}</span>
      </Button>
      {isPhone ? (
        <Dialog isOpen={isOpen} onClose={close} title={t('notices')} closeLabel={t('close')}>
          {list}
        </Dialog>
      ) : (
        <Popover triggerRef={trigger} isOpen={isOpen} onOpenChange={setOpen} placement="right bottom" className={styles.popover ?? ''}>
          <AriaDialog aria-label={t('notices')} className={styles.dialog ?? ''}>{list}</AriaDialog>
        </Popover>
      )}
    </>
  );
};

export default NotificationBell;
