import { LogIn } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { selectIsSignedIn } from '#web/entities/session/session.slice.ts';
import { useAppSelector } from '#web/entities/store.ts';
import { signIn } from '#web/services/auth/auth.ts';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { useDevice } from '#web/ui/use-device.ts';
import { useFrameKind } from './use-frame-kind.ts';

const AccountMenu = lazy(() => import('./AccountMenu.tsx'));

/** Foot of the navigation rail: account menu or sign-in button. */
export const Account = () => (useAppSelector(selectIsSignedIn) ? <SignedIn /> : <WayIn />);

const SignedIn = () => (
  <Suspense fallback={<Skeleton height="var(--control)" />}>
    <AccountMenu />
  </Suspense>
);

const WayIn = () => {
  const { t, i18n } = useTranslation('shell');
  const { pathname, search } = useLocation();
  const device = useDevice();
  const frame = useFrameKind();
  const onlyIcons = device === 'tablet' || frame === 'narrow';
  const onPress = (): void => void signIn({ returnTo: `${pathname}${search}`, language: i18n.language });
  if (onlyIcons) return <IconButton look="plain" label={t('signIn')} icon={<Icon of={LogIn} />} onPress={onPress} />;
  return (
    <Button wide onPress={onPress}>
      {t('signIn')}
    </Button>
  );
};
