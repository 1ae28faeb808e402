import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { routes } from '#contract/routes.ts';
import { errorText } from '#web/entities/error-text.ts';
import { visitStarted } from '#web/entities/session/session.slice.ts';
import { useAppDispatch } from '#web/entities/store.ts';
import type { ErrorInfo } from '#web/services/app-error.ts';
import { toAppError } from '#web/services/app-error.ts';
import { completeSignIn, signIn } from '#web/services/auth/auth.ts';
import { Button } from '#web/ui/Button.tsx';
import { LoadingOverlay } from '../frame/LoadingOverlay.tsx';
import { StatusScreen } from './StatusScreen.tsx';

/** The way back from sign-in: spends the answer and goes on to where the person wanted to be. */
const AuthorizeScreen = () => {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const dispatch = useAppDispatch();
  const [error, setError] = useState<ErrorInfo | null>(null);

  useEffect(() => {
    completeSignIn(window.location.href).then(
      ({ returnTo }) => navigate(returnTo, { replace: true }),
      (caught: unknown) => {
        // Whoever came here is nobody yet; screens wait until that is known.
        dispatch(visitStarted());
        const info = toAppError(caught).toInfo();
        if (info.code === 'invalid_link') void navigate(routes.invalidLink, { replace: true });
        else setError(info);
      },
    );
  }, [dispatch, navigate]);

  if (!error) return <LoadingOverlay text={t('signingIn')} />;
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
