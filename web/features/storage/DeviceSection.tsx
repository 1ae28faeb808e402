import { FileText, Trash2 } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { fillPath, routes } from '#contract/routes.ts';
import { errorText } from '#web/entities/error-text.ts';
import { usePins } from '#web/entities/offline/use-pins.ts';
import { selectUserId } from '#web/entities/session/session.slice.ts';
import { useAppSelector } from '#web/entities/store.ts';
import { toAppError } from '#web/services/app-error.ts';
import { forgetBodies, cachedDocumentsOf } from '#web/services/offline/cached-bodies.ts';
import { refreshOffline, releaseOffline } from '#web/services/offline/keep-offline.service.ts';
import { keepsWaiting, onPinsChanged, type Pin, setKeepsWaiting } from '#web/services/offline/pins.ts';
import { Button } from '#web/ui/Button.tsx';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { fileSize } from '#web/ui/dates.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { Section } from '#web/ui/Section.tsx';
import { notifyError } from '#web/ui/snackbar.ts';
import styles from './storage.module.scss';

interface OnDevice {
  readonly count: number;
  readonly bytes: number;
  readonly keepsWaiting: boolean;
}

const addressOf = ({ kind, id }: Pin): string => (kind === 'file' ? fillPath(routes.fileView, { ids: id }) : fillPath(routes.transaction, { id }));

/** What stays on this device, and how much room it takes. Null until that is known. */
function useOnDevice(userId: string): { value: OnDevice | null; read(): void } {
  const [value, setValue] = useState<OnDevice | null>(null);
  const read = useCallback(() => {
    const reading = Promise.all([cachedDocumentsOf(userId), keepsWaiting(userId)]);
    reading.then(
      ([documents, keeps]) => setValue({ count: documents.length, bytes: documents.reduce((sum, { size }) => sum + size, 0), keepsWaiting: keeps }),
      (error: unknown) => console.info('This browser stores nothing', toAppError(error).code),
    );
  }, [userId]);
  useEffect(() => {
    read();
    return onPinsChanged(read);
  }, [read]);
  return { value, read };
}

/** The documents on this device, which open without a network. Not shown where the browser stores nothing. */
const OnThisDevice = ({ userId }: { userId: string }) => {
  const { t, i18n } = useTranslation('settings');
  const pins = usePins() ?? [];
  const { value, read } = useOnDevice(userId);
  const [isBusy, setBusy] = useState(false);
  if (value === null) return null;
  const run = async (change: () => Promise<unknown>): Promise<void> => {
    setBusy(true);
    try {
      await change();
    } catch (error) {
      notifyError(errorText(toAppError(error).toInfo()), { id: 'on-device' });
    }
    setBusy(false);
    read();
  };
  const release = (ids: readonly string[]): Promise<void> => run(() => releaseOffline(userId, ids));
  const follow = (keeps: boolean): Promise<void> =>
    run(async () => {
      await setKeepsWaiting(userId, keeps);
      await (keeps ? refreshOffline(userId) : releaseOffline(userId, pins.filter(({ whileWaiting }) => whileWaiting).map(({ id }) => id)));
    });
  const clear = (): Promise<void> =>
    run(async () => {
      await releaseOffline(userId, pins.map(({ id }) => id));
      await forgetBodies(userId);
    });
  return (
    <Section title={t('device.title')} text={t('device.text')} anchor="device">
      <p>{t('device.used', { count: value.count, size: fileSize(value.bytes, i18n.language) })}</p>
      <Checkbox isSelected={value.keepsWaiting} isDisabled={isBusy} onChange={(keeps) => void follow(keeps)} help={t('device.waitingHelp')}>
        {t('device.waiting')}
      </Checkbox>
      {pins.length > 0 ? (
        <ul className={styles.pins} aria-label={t('device.kept')}>
          {pins.map((pin) => (
            <li key={pin.id}>
              <Icon of={FileText} />
              <Link to={addressOf(pin)}>{pin.title}</Link>
              <IconButton label={t('device.remove', { title: pin.title })} icon={<Icon of={Trash2} />} isDisabled={isBusy} onPress={() => void release([pin.id])} />
            </li>
          ))}
        </ul>
      ) : null}
      {value.count > 0 ? <div><Button isDisabled={isBusy} onPress={() => void clear()}>{t('device.clear')}</Button></div> : null}
    </Section>
  );
};

export const DeviceSection = () => {
  const userId = useAppSelector(selectUserId);
  return userId === null ? null : <OnThisDevice key={userId} userId={userId} />;
};
