import { CircleCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { routes } from '#contract/routes.ts';
import { errorText } from '#web/entities/error-text.ts';
import { selectIsSignedIn, sessionStarted, visitStarted } from '#web/entities/session/session.slice.ts';
import { useAppDispatch, useAppSelector } from '#web/entities/store.ts';
import type { ErrorInfo } from '#web/services/app-error.ts';
import { toAppError } from '#web/services/app-error.ts';
import { completeSignIn, restoreSession, signIn } from '#web/services/auth/auth.ts';
import { Button } from '#web/ui/Button.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { introducedState } from '../documents/shared/introduced.ts';
import { LoadingOverlay } from '../frame/LoadingOverlay.tsx';
import { StatusScreen } from './StatusScreen.tsx';

/** OAuth redirect: exchanges the code and continues at the requested address. */
const AuthorizeScreen = () => {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const dispatch = useAppDispatch();
  const isSignedIn = useAppSelector(selectIsSignedIn);
  const [error, setError] = useState<ErrorInfo | null>(null);

  useEffect(() => {
    completeSignIn(window.location.href).then(
      ({ returnTo, introduced }) => navigate(returnTo, { replace: true, state: introduced ? introducedState : null }),
      async (caught: unknown) => {
        // Without a code there may be an earlier session, which is restored first.
        const session = await restoreSession().catch(() => null);
        if (session) dispatch(sessionStarted(session.userId));
        else dispatch(visitStarted());
        const info = toAppError(caught).toInfo();
        if (info.code === 'invalid_link') void navigate(routes.invalidLink, { replace: true });
        else setError(info);
      },
    );
  }, [dispatch, navigate]);

  if (!error) return <LoadingOverlay text={t('signingIn')} />;
  if (isSignedIn) {
    return (
      <StatusScreen
        icon={CircleCheck}
        title={t('signedIn.title')}
        actions={
          <LinkButton look="primary" to={routes.home}>
            {t('notFound.back')}
          </LinkButton>
        }
      >
        {t('signedIn.text')}
      </StatusScreen>
    );
  }
  return (
    <StatusScreen
      title={t('signInFailed')}
      actions={
        <Button look="primary" onPress={() => void signIn({ returnTo: routes.home })}>
          {t('signInAgain')}
        </Button>
      }
    >
      {errorText(error)}
    </StatusScreen>
  );
};

export default AuthorizeScreen;
