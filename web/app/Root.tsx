import { useEffect } from 'react';
import { RouterProvider as AriaRouterProvider } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { Outlet, useHref, useLocation, useNavigate } from 'react-router-dom';
import { selectSession } from '#web/entities/session/session.slice.ts';
import { useAppDispatch, useAppSelector } from '#web/entities/store.ts';
import { pathVisited } from '#web/entities/ui-state/ui.slice.ts';
import { Snackbars } from '#web/ui/Snackbars.tsx';
import { FrameAround } from './frame/FrameAround.tsx';
import { LoadingOverlay } from './frame/LoadingOverlay.tsx';
import { OfflineIndicator } from './frame/OfflineIndicator.tsx';

/** Everything that stands around each screen: frame, drop overlay, dialogs that may come up anywhere, notices. */
export const Root = () => {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { status } = useAppSelector(selectSession);
  const dispatch = useAppDispatch();

  useEffect(() => {
    dispatch(pathVisited(pathname));
  }, [dispatch, pathname]);

  const waiting = status === 'starting' && pathname !== '/authorize';
  return (
    <AriaRouterProvider navigate={(to) => void navigate(to)} useHref={useHref}>
      <FrameAround>{waiting ? <LoadingOverlay /> : <Outlet />}</FrameAround>
      <OfflineIndicator />
      <Snackbars label={t('notices')} closeLabel={t('close')} />
    </AriaRouterProvider>
  );
};
