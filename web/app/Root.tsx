import { useEffect } from 'react';
import { RouterProvider as AriaRouterProvider } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { Outlet, useHref, useLocation, useNavigate } from 'react-router-dom';
import { selectSession } from '#web/entities/session/session.slice.ts';
import { useAppDispatch, useAppSelector } from '#web/entities/store.ts';
import { pathVisited } from '#web/entities/ui-state/ui.slice.ts';
import { CookieConsent } from '#web/features/profile/CookieConsent.tsx';
import { ProfileCompletion } from '#web/features/profile/ProfileCompletion.tsx';
import { DropOverlay } from '#web/features/upload/DropOverlay.tsx';
import { UploadPanel } from '#web/features/upload/UploadPanel.tsx';
import { Snackbars } from '#web/ui/Snackbars.tsx';
import { FrameAround } from './frame/FrameAround.tsx';
import { useFrameKind } from './frame/use-frame-kind.ts';
import { LoadingOverlay } from './frame/LoadingOverlay.tsx';
import { OfflineIndicator } from './frame/OfflineIndicator.tsx';
import { isUnwatched } from './paths.ts';

/** Everything that stands around each screen: frame, drop overlay, dialogs that may come up anywhere, notices. */
export const Root = () => {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { status } = useAppSelector(selectSession);
  const dispatch = useAppDispatch();
  const frame = useFrameKind();

  useEffect(() => {
    dispatch(pathVisited(pathname));
  }, [dispatch, pathname]);

  const waiting = status === 'starting' && pathname !== '/authorize';
  return (
    <AriaRouterProvider navigate={(to) => void navigate(to)} useHref={useHref}>
      <FrameAround>{waiting ? <LoadingOverlay /> : <Outlet />}</FrameAround>
      {waiting ? null : (
        <>
          <DropOverlay />
          <UploadPanel />
          <CookieConsent isAllowed={!isUnwatched(pathname)} />
          <ProfileCompletion isAllowed={!isUnwatched(pathname) && frame !== 'bare'} />
        </>
      )}
      <OfflineIndicator />
      <Snackbars label={t('notices')} closeLabel={t('close')} />
    </AriaRouterProvider>
  );
};
