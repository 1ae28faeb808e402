import { BellOff } from 'lucide-react';
import { useEffect } from 'react';
import { Button as AriaButton, useLocale } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { Notification } from '#contract/entities/notification.ts';
import { pageOfNotification } from '#contract/entities/notification-page.ts';
import { errorText } from '#web/entities/error-text.ts';
import { fetchNewest, fetchOlder, readNotifications } from '#web/entities/notifications/notifications.requests.ts';
import { selectNotifications } from '#web/entities/notifications/notifications.slice.ts';
import { selectRequest } from '#web/entities/requests/requests.slice.ts';
import { useAppDispatch, useAppSelector } from '#web/entities/store.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { fullDate } from '#web/ui/dates.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { messageText } from './message-text.ts';
import { relativeDate } from './relative-date.ts';
import styles from './NotificationList.module.scss';

interface EntryProps {
  notification: Notification;
  /** When the reader goes to the page of an entry. */
  onLeave(): void;
}

/** Opening an entry marks it as read, and leads to what it is about if that is still there. */
const Entry = ({ notification, onLeave }: EntryProps) => {
  const { t } = useTranslation('notifications');
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const { locale } = useLocale();
  const page = pageOfNotification(notification);
  const open = (): void => {
    if (notification.new) void dispatch(readNotifications({ ids: [notification.id] }));
    if (page === null) return;
    onLeave();
    void navigate(page);
  };
  return (
    <li>
      <AriaButton className={styles.entry ?? ''} onPress={open} aria-disabled={page === null && !notification.new}>
        <Avatar person={notification.user ?? {}} />
        <span className={styles.words}>
          <span className={styles.message}>{messageText(notification)}</span>
          {notification.source.body?.title ? <span className={styles.title}>{notification.source.body.title}</span> : null}
          <time dateTime={notification.timestamp} title={fullDate(notification.timestamp, locale)} className={styles.time}>{relativeDate(notification.timestamp, locale)}</time>
        </span>
        {notification.new ? <span className={styles.unread}><span className="visually-hidden">{t('unread')}</span></span> : null}
      </AriaButton>
    </li>
  );
};

const Entries = ({ onLeave }: Pick<EntryProps, 'onLeave'>) => {
  const { t } = useTranslation('notifications');
  const dispatch = useAppDispatch();
  const { items, lastKey } = useAppSelector(selectNotifications);
  const newest = useAppSelector((state) => selectRequest(state, fetchNewest.typePrefix));
  const older = useAppSelector((state) => selectRequest(state, fetchOlder.typePrefix));
  const error = newest.error ?? older.error;
  const retry = (): void => void (newest.error ? dispatch(fetchNewest()) : dispatch(fetchOlder()));
  if (items === null && error === null) return <Skeleton height="240px" />;
  return (
    <>
      {error ? (
        <Banner meaning="negative" actions={<Button onPress={retry}>{t('retry')}</Button>}>{errorText(error, t('failed'))}</Banner>
      ) : null}
      {items?.length === 0 ? <EmptyState icon={BellOff} title={t('empty.title')} level={2}>{t('empty.text')}</EmptyState> : null}
      {items && items.length > 0 ? (
        <ul className={styles.entries} aria-label={t('title')}>
          {items.map((each) => <Entry key={each.id} notification={each} onLeave={onLeave} />)}
        </ul>
      ) : null}
      {lastKey !== null && !error ? <Button wide look="plain" isPending={older.status === 'pending'} onPress={() => void dispatch(fetchOlder())}>{t('more')}</Button> : null}
    </>
  );
};

/** The notifications, newest first. `isTitled`: with a heading, where the dialog around it has none. */
const NotificationList = ({ onLeave, isTitled }: Pick<EntryProps, 'onLeave'> & { isTitled: boolean }) => {
  const { t } = useTranslation('notifications');
  const dispatch = useAppDispatch();
  const { items, unread } = useAppSelector(selectNotifications);
  const upTo = items?.[0]?.id;
  useEffect(() => {
    void dispatch(fetchNewest());
  }, [dispatch]);
  return (
    <div className={styles.list}>
      <div className={styles.head}>
        {isTitled ? <h2 className={styles.heading}>{t('title')}</h2> : null}
        {unread > 0 && upTo !== undefined ? <Button look="quiet" onPress={() => void dispatch(readNotifications({ upTo }))}>{t('markAll')}</Button> : null}
      </div>
      <Entries onLeave={onLeave} />
    </div>
  );
};

export default NotificationList;
