import type { ReactNode } from 'react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { selectSession } from '#web/entities/session/session.slice.ts';
import { useAppSelector } from '#web/entities/store.ts';
import { signIn } from '#web/services/auth/auth.ts';
import { withoutLinkKey } from '#web/services/encryption/link-key.ts';
import { LoadingOverlay } from './frame/LoadingOverlay.tsx';

/** Shows a screen to signed-in people; sends everybody else to the sign-in and back. */
export const PageGuard = ({ children }: { children: ReactNode }) => {
  const { status } = useAppSelector(selectSession);
  const { pathname, search, hash } = useLocation();
  const { i18n } = useTranslation();

  useEffect(() => {
    if (status !== 'visitor') return;
    void signIn({ returnTo: `${pathname}${search}${withoutLinkKey(hash)}`, language: i18n.language });
  }, [status, pathname, search, hash, i18n.language]);

  return status === 'signedIn' ? children : <LoadingOverlay />;
};
