import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { selectIsSignedIn } from '#web/entities/session/session.slice.ts';
import { useAppSelector } from '#web/entities/store.ts';
import { signIn } from '#web/services/auth/auth.ts';
import { Button } from '#web/ui/Button.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';

const AccountMenu = lazy(() => import('./AccountMenu.tsx'));

/** The foot of the rail: who is signed in, or the way to sign in. */
export const Account = () => {
  const { t, i18n } = useTranslation('shell');
  const { pathname, search } = useLocation();
  if (useAppSelector(selectIsSignedIn)) {
    return (
      <Suspense fallback={<Skeleton height="var(--control)" />}>
        <AccountMenu />
      </Suspense>
    );
  }
  return (
    <Button wide onPress={() => void signIn({ returnTo: `${pathname}${search}`, language: i18n.language })}>
      {t('signIn')}
    </Button>
  );
};
