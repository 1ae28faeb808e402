import type { LucideIcon } from 'lucide-react';
import { CircleHelp, Monitor, Smartphone, Tablet } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeviceKind, OwnSession } from '#contract/entities/session.ts';
import { routes } from '#contract/routes.ts';
import { errorText } from '#web/entities/error-text.ts';
import { useAsyncAction } from '#web/entities/requests/use-async-action.ts';
import { useAnswer } from '#web/entities/requests/use-answer.ts';
import { leave } from '#web/entities/session/leave.ts';
import { call } from '#web/services/api/call.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Item, ItemList } from '#web/ui/ItemList.tsx';
import { Moment } from '#web/ui/Moment.tsx';
import { Section } from '#web/ui/Section.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { notify } from '#web/ui/snackbar.ts';
import { StatusText } from '#web/ui/StatusText.tsx';
import { deviceWords } from './device-words.ts';
import styles from './Sessions.module.scss';

const icons: Readonly<Record<DeviceKind, LucideIcon>> = { computer: Monitor, phone: Smartphone, tablet: Tablet, unknown: CircleHelp };

/** The sessions to end: one, or all but this one. */
type Ending = OwnSession | 'others' | null;

/** Active sessions, with a way to end them. */
export const DevicesSection = () => {
  const { t } = useTranslation('sessions');
  const list = useAnswer(useCallback((signal: AbortSignal) => call('sessions.list', {}, { signal }).then(({ sessions }) => sessions), []));
  const [ending, setEnding] = useState<Ending>(null);
  const done = (): void => {
    notify(t(ending === 'others' ? 'endedOthers' : 'endedOne'), { id: 'sessions' });
    setEnding(null);
    list.reload();
  };
  const hasOthers = list.value?.some(({ current }) => !current) ?? false;
  return (
    <Section title={t('devices')} text={t('devicesText')} actions={hasOthers ? <Button onPress={() => setEnding('others')}>{t('endOthers')}</Button> : null}>
      {list.error ? <Banner meaning="negative" actions={<Button onPress={list.reload}>{t('tryAgain')}</Button>}>{errorText(list.error, t('failed'))}</Banner> : null}
      {list.value === null && !list.error ? <Skeleton height="var(--space-16)" /> : null}
      {list.value ? (
        <ItemList label={t('devices')}>
          {list.value.map((session) => (
            <SessionItem key={session.id} session={session} onEnd={() => setEnding(session)} />
          ))}
        </ItemList>
      ) : null}
      {ending ? <EndingDialog ending={ending} onClose={() => setEnding(null)} onDone={done} /> : null}
    </Section>
  );
};

const SessionItem = ({ session, onEnd }: { session: OwnSession; onEnd: () => void }) => {
  const { t } = useTranslation('sessions');
  const device = deviceWords(t, session.device);
  return (
    <Item
      sign={<Icon of={icons[session.device.kind]} size={24} />}
      title={device}
      detail={
        <span className={styles.facts}>
          <span>
            {t('signedIn')} <Moment at={session.signedInAt} />
          </span>
          <span>
            {t('lastUsed')} <Moment at={session.lastUsedAt} />
          </span>
          {session.network ? <span>{t('network', { network: session.network })}</span> : null}
        </span>
      }
      state={session.current ? <StatusText meaning="success">{t('thisDevice')}</StatusText> : null}
      actions={
        session.current ? (
          <Button look="quiet" onPress={() => void leave(routes.home)}>
            {t('signOut')}
          </Button>
        ) : (
          <Button look="quiet" aria-label={t('endOf', { device })} onPress={onEnd}>
            {t('end')}
          </Button>
        )
      }
    />
  );
};

const EndingDialog = ({ ending, onClose, onDone }: { ending: NonNullable<Ending>; onClose: () => void; onDone: () => void }) => {
  const { t } = useTranslation('sessions');
  const act = useAsyncAction();
  const others = ending === 'others';
  const end = async (): Promise<void> => {
    if (await act.run(() => (others ? call('sessions.endOthers', {}) : call('sessions.end', { params: { id: ending.id } })))) onDone();
  };
  return (
    <ConfirmDialog
      isOpen
      negative
      onClose={onClose}
      onConfirm={() => void end()}
      isPending={act.busy}
      title={t(others ? 'endOthersTitle' : 'endTitle')}
      confirmText={t(others ? 'endOthers' : 'end')}
      cancelText={t('cancel')}
      error={act.error ? errorText(act.error, t('failed')) : undefined}
    >
      {others ? t('endOthersText') : t('endText', { device: deviceWords(t, ending.device) })}
    </ConfirmDialog>
  );
};
