import type { LucideIcon } from 'lucide-react';
import { AppWindow, AtSign, CircleX, Fingerprint, KeyRound, LogIn, LogOut, ShieldAlert, ShieldCheck, ShieldOff, Smartphone } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AuthEvent, AuthEventKind } from '#contract/entities/auth-event.ts';
import { errorText } from '#web/entities/error-text.ts';
import { useAnswer } from '#web/entities/requests/use-answer.ts';
import { call } from '#web/services/api/call.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Item, ItemList } from '#web/ui/ItemList.tsx';
import { Moment } from '#web/ui/Moment.tsx';
import { SectionActions, Section } from '#web/ui/Section.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { deviceWords } from './device-words.ts';
import styles from './Sessions.module.scss';

const icons: Readonly<Record<AuthEventKind, LucideIcon>> = {
  signed_in: LogIn, signed_in_again: LogIn, sign_in_failed: CircleX, locked_out: ShieldAlert, signed_out: LogOut, session_ended: LogOut, sessions_ended: LogOut,
  password_changed: KeyRound, address_changed: AtSign, phone_changed: Smartphone, passkey_added: Fingerprint, passkey_removed: Fingerprint,
  application_added: AppWindow, application_changed: AppWindow, application_removed: AppWindow,
  second_factor_added: ShieldCheck, second_factor_removed: ShieldOff, recovery_codes_renewed: ShieldCheck,
};

const SHOWN_FIRST = 10;

/** Sign-ins, failed attempts, and changes to the ways of signing in. */
export const HistorySection = () => {
  const { t } = useTranslation('sessions');
  const list = useAnswer(useCallback((signal: AbortSignal) => call('sessions.history', {}, { signal }).then(({ events }) => events), []));
  const [all, setAll] = useState(false);
  const shown = list.value?.slice(0, all ? undefined : SHOWN_FIRST) ?? [];
  return (
    <Section title={t('history.title')} text={t('history.text')}>
      {list.error ? <Banner meaning="negative" actions={<Button onPress={list.reload}>{t('tryAgain')}</Button>}>{errorText(list.error, t('history.failed'))}</Banner> : null}
      {list.value === null && !list.error ? <Skeleton height="var(--space-16)" /> : null}
      {list.value?.length === 0 ? <p>{t('history.none')}</p> : null}
      {shown.length > 0 ? (
        <ItemList label={t('history.title')}>
          {shown.map((event) => (
            <EventItem key={event.id} event={event} />
          ))}
        </ItemList>
      ) : null}
      {list.value && shown.length < list.value.length ? (
        <SectionActions>
          <Button onPress={() => setAll(true)}>{t('history.all')}</Button>
        </SectionActions>
      ) : null}
    </Section>
  );
};

const EventItem = ({ event }: { event: AuthEvent }) => {
  const { t } = useTranslation('sessions');
  return (
    <Item
      sign={<Icon of={icons[event.kind]} />}
      title={t(`kind.${event.kind}`)}
      detail={
        <span className={styles.facts}>
          <Moment at={event.at} />
          {event.method ? <span>{t(`method.${event.method}`)}</span> : null}
          <span>{deviceWords(t, event.device)}</span>
          {event.network ? <span>{t('network', { network: event.network })}</span> : null}
        </span>
      }
    />
  );
};
