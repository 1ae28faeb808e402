import { CircleCheck, CircleX, ShieldAlert } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { AccountChange } from '#contract/entities/account-change.ts';
import { routes } from '#contract/routes.ts';
import { errorText } from '#web/entities/error-text.ts';
import { useAsyncAction } from '#web/entities/requests/use-async-action.ts';
import { useAnswer } from '#web/entities/requests/use-answer.ts';
import { call } from '#web/services/api/call.ts';
import { dropSession, signIn } from '#web/services/auth/auth.ts';
import { formatLocale } from '#web/services/i18n/languages.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { LoadingOverlay } from '../frame/LoadingOverlay.tsx';
import { StatusScreen } from './StatusScreen.tsx';

/** /account_change: the "That wasn't me" link of an e-mail about a change of the account. The button reverts the change; opening the page does nothing. */
const AccountChangeScreen = () => {
  const [query] = useSearchParams();
  const ticket = query.get('ticket') ?? '';
  return ticket === '' ? <Ended /> : <Found ticket={ticket} />;
};

const Found = ({ ticket }: { ticket: string }) => {
  const { t } = useTranslation('shell');
  const { value, error, reload } = useAnswer(useCallback((signal: AbortSignal) => call('accountChanges.read', { body: { ticket } }, { signal }), [ticket]));
  if (error?.code === 'invalid_link') return <Ended />;
  if (error) {
    return (
      <StatusScreen icon={CircleX} title={errorText(error)} actions={<Button look="primary" onPress={reload}>{t('reload')}</Button>} />
    );
  }
  return value ? <Question ticket={ticket} change={value} /> : <LoadingOverlay />;
};

const Question = ({ ticket, change: { kind, address, changedAt } }: { ticket: string; change: AccountChange }) => {
  const { t, i18n } = useTranslation('shell');
  const act = useAsyncAction();
  const [isDone, setDone] = useState(false);
  const undo = async (): Promise<void> => {
    const undone = await act.run(async () => {
      await call('accountChanges.undo', { body: { ticket } });
      // Reverting ends all sessions, including one in this browser.
      await dropSession();
    });
    if (undone) setDone(true);
  };
  if (isDone) return <Done address={address} />;
  if (act.error?.code === 'invalid_link') return <Ended />;
  if (act.error?.code === 'unable_to_set_email') return <AddressTaken address={address} />;
  const date = new Intl.DateTimeFormat(formatLocale(i18n.language), { dateStyle: 'long', timeStyle: 'short' }).format(new Date(changedAt));
  return (
    <StatusScreen
      icon={ShieldAlert}
      title={t('accountChange.title')}
      actions={
        <>
          <Button look="primary" isPending={act.busy} onPress={() => void undo()}>
            {t('accountChange.undo')}
          </Button>
          <LinkButton to={routes.home}>{t('accountChange.keep')}</LinkButton>
        </>
      }
    >
      <p>{t(`accountChange.what.${kind}`, { address, date })}</p>
      <p>{t('accountChange.effect')}</p>
      {act.error ? <Banner meaning="negative">{errorText(act.error)}</Banner> : null}
    </StatusScreen>
  );
};

const SignIn = ({ address }: { address: string }) => {
  const { t } = useTranslation('shell');
  return (
    <Button look="primary" onPress={() => void signIn({ returnTo: routes.profile, again: true, loginHint: address })}>
      {t('signIn')}
    </Button>
  );
};

const Done = ({ address }: { address: string }) => {
  const { t } = useTranslation('shell');
  return (
    <StatusScreen icon={CircleCheck} title={t('accountChange.done')} actions={<SignIn address={address} />}>
      {t('accountChange.doneText', { address })}
    </StatusScreen>
  );
};

const AddressTaken = ({ address }: { address: string }) => {
  const { t } = useTranslation('shell');
  return (
    <StatusScreen icon={CircleX} title={t('accountChange.taken')} actions={<SignIn address={address} />}>
      {t('accountChange.takenText', { address })}
    </StatusScreen>
  );
};

const Ended = () => {
  const { t } = useTranslation('shell');
  return (
    <StatusScreen icon={CircleX} title={t('verify.failed')} actions={<LinkButton look="primary" to={routes.home}>{t('notFound.back')}</LinkButton>}>
      {t('accountChange.endedText')}
    </StatusScreen>
  );
};

export default AccountChangeScreen;
