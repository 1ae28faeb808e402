import { CircleCheck, CircleX, MailCheck } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { timing } from '#contract/limits/timing.ts';
import { routes } from '#contract/routes.ts';
import { fetchProfile } from '#web/entities/profile/profile.requests.ts';
import { useAnswer } from '#web/entities/requests/use-answer.ts';
import { selectIsSignedIn } from '#web/entities/session/session.slice.ts';
import { useAppDispatch, useAppSelector } from '#web/entities/store.ts';
import { call } from '#web/services/api/call.ts';
import { signIn } from '#web/services/auth/auth.ts';
import { Button } from '#web/ui/Button.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { LoadingOverlay } from '../frame/LoadingOverlay.tsx';
import { StatusScreen } from './StatusScreen.tsx';

/** Results by ticket: a ticket is valid once, and React may run an effect twice. */
const spent = new Map<string, Promise<true>>();

const spend = (ticket: string, kind: string): Promise<true> => {
  const known = spent.get(ticket);
  if (known) return known;
  const verifying = call(kind === 'phone' ? 'auth.verifyPhone' : 'auth.verifyEmail', { query: { ticket } }).then(() => true as const);
  spent.set(ticket, verifying);
  return verifying;
};

/** /verify: confirms an address or number with the ticket of a message. Needs a button press, so that link scanners do not use the ticket. */
const VerifyScreen = () => {
  const { t } = useTranslation('shell');
  const [query] = useSearchParams();
  const [isPressed, press] = useState(false);
  const ticket = query.get('ticket') ?? '';
  const kind = query.get('verification_type') === 'phone' ? 'phone' : 'email';
  const signedIn = useAppSelector(selectIsSignedIn);
  if (ticket === '') return <Ended />;
  if (!signedIn) return <SignInFirst />;
  if (isPressed) return <Verifying ticket={ticket} kind={kind} />;
  return (
    <StatusScreen
      icon={MailCheck}
      title={t(kind === 'phone' ? 'verify.askPhone' : 'verify.askEmail')}
      actions={
        <Button look="primary" onPress={() => press(true)}>
          {t('verify.confirm')}
        </Button>
      }
    >
      {t('verify.ask')}
    </StatusScreen>
  );
};

const GoOn = () => {
  const { t } = useTranslation('shell');
  const signedIn = useAppSelector(selectIsSignedIn);
  return signedIn ? (
    <LinkButton look="primary" to={routes.profile}>
      {t('verify.toProfile')}
    </LinkButton>
  ) : (
    <Button look="primary" onPress={() => void signIn({ returnTo: routes.profile })}>
      {t('signIn')}
    </Button>
  );
};

/** Returns to this link after the sign-in. */
const signInHere = () => void signIn({ returnTo: window.location.pathname + window.location.search });

/** Only the account that requested the change can confirm it. */
const SignInFirst = () => {
  const { t } = useTranslation('shell');
  return (
    <StatusScreen
      icon={MailCheck}
      title={t('verify.signIn')}
      actions={
        <Button look="primary" onPress={signInHere}>
          {t('signIn')}
        </Button>
      }
    >
      {t('verify.signInText')}
    </StatusScreen>
  );
};

const Foreign = () => {
  const { t } = useTranslation('shell');
  return (
    <StatusScreen icon={CircleX} title={t('verify.foreign')} actions={<GoOn />}>
      {t('verify.foreignText')}
    </StatusScreen>
  );
};

/** Used and expired tickets show the same message (document 3 §8.3). */
const Ended = () => {
  const { t } = useTranslation('shell');
  return (
    <StatusScreen icon={CircleX} title={t('verify.failed')} actions={<GoOn />}>
      {t('verify.failedText')}
    </StatusScreen>
  );
};

/** Uses the ticket, and continues after a moment. */
const Verifying = ({ ticket, kind }: { ticket: string; kind: 'phone' | 'email' }) => {
  const { t } = useTranslation('shell');
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const signedIn = useAppSelector(selectIsSignedIn);
  const { value, error } = useAnswer(useCallback(() => spend(ticket, kind), [ticket, kind]));
  useEffect(() => {
    if (!value) return undefined;
    if (signedIn) void dispatch(fetchProfile());
    const timer = setTimeout(() => void (signedIn ? navigate(routes.profile) : signIn({ returnTo: routes.profile })), timing.verifyRedirect);
    return () => clearTimeout(timer);
  }, [value, signedIn, dispatch, navigate]);
  if (error?.code === 'permission_denied') return <Foreign />;
  if (error) return <Ended />;
  if (!value) return <LoadingOverlay text={t('verify.pending')} />;
  return (
    <StatusScreen icon={CircleCheck} title={t(kind === 'phone' ? 'verify.phone' : 'verify.email')} actions={<GoOn />}>
      {t('verify.next')}
    </StatusScreen>
  );
};

export default VerifyScreen;
