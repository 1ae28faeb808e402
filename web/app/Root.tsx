import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { RouterProvider as AriaRouterProvider } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { Outlet, useHref, useLocation, useNavigate, useNavigation } from 'react-router-dom';
import { useDeployment } from '#web/entities/deployment/use-deployment.ts';
import { selectWanted } from '#web/entities/downloads/downloads.slice.ts';
import { switchSpace } from '#web/entities/organizations/switch-space.ts';
import { selectRequest } from '#web/entities/requests/requests.slice.ts';
import { selectIsSignedIn, selectOrgId, selectSession } from '#web/entities/session/session.slice.ts';
import { useAppDispatch, useAppSelector } from '#web/entities/store.ts';
import { pathVisited, selectIsNotFound } from '#web/entities/ui-state/ui.slice.ts';
import { DropOverlay } from '#web/features/upload/DropOverlay.tsx';
import { UploadPanel } from '#web/features/upload/UploadPanel.tsx';
import { onReauthenticationRequired } from '#web/services/api/call.ts';
import { asksForCookies } from '#web/services/config.ts';
import { withFurtherTexts } from '#web/services/i18n/i18n.ts';
import { noteIdleLimit } from '#web/services/offline/known-person.ts';
import { isHandheld } from '#web/ui/device.ts';
import { SnackbarLayer } from '#web/ui/SnackbarLayer.tsx';
import { AppShell } from './frame/AppShell.tsx';
import { useFrameKind } from './frame/use-frame-kind.ts';
import { LoadingOverlay } from './frame/LoadingOverlay.tsx';
import { OfflineIndicator } from './frame/OfflineIndicator.tsx';
import { isOfSpace, mayAskForCookies } from './paths.ts';
import { FactorGuard } from './required-factor/FactorGuard.tsx';
import { useUploadPreview } from './use-upload-preview.ts';

/** Loaded with the first upload. */
const UploadPreview = lazy(withFurtherTexts(() => import('./documents/file/UploadPreview.tsx')));

/** Loaded if the installation ends idle sessions. */
const IdleWatch = lazy(() => import('./idle/IdleWatch.tsx'));

/** Loaded when a change of the account requires it. */
const ReauthenticationDialog = lazy(() => import('./frame/ReauthenticationDialog.tsx'));
/** Loaded where the installation asks. */
const CookieConsent = lazy(() => import('#web/features/profile/CookieConsent.tsx'));
/** Visitors have no commands. */
const CommandShortcuts = lazy(() => import('./frame/CommandShortcuts.tsx'));

/** Loaded with the first download of several files. */
const DownloadDialog = lazy(withFurtherTexts(() => import('#web/features/download/DownloadDialog.tsx')));

/** Everything around the screens: app shell, drop overlay, global dialogs and notices. */
export const Root = () => {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { status } = useAppSelector(selectSession);
  const dispatch = useAppDispatch();
  const frame = useFrameKind();
  const isNotFound = useAppSelector(selectIsNotFound);
  const orgId = useAppSelector(selectOrgId);
  const switching = useAppSelector((state) => selectRequest(state, switchSpace.typePrefix)).status === 'pending';

  useEffect(() => {
    dispatch(pathVisited(pathname));
  }, [dispatch, pathname]);

  const wanted = useAppSelector(selectWanted);
  const waiting = status === 'starting' && pathname !== '/authorize';
  return (
    <AriaRouterProvider navigate={(to) => void navigate(to)} useHref={useHref}>
      <AppShell below={waiting ? null : <UploadPanel />}>{waiting ? <LoadingOverlay /> : switching ? <LoadingOverlay text={t('switching')} /> : <ScreenOutlet orgId={orgId} />}</AppShell>
      {waiting ? null : (
        <>
          <DropOverlay />
          <Reauthentication />
          {status === 'signedIn' ? <Commands /> : null}
          <Idle />
          {asksForCookies() ? <Suspense><CookieConsent isAllowed={mayAskForCookies(pathname) && !isNotFound} inFlow={frame !== 'full'} /></Suspense> : null}
        </>
      )}
      {wanted ? (
        <Suspense>
          <DownloadDialog wanted={wanted} />
        </Suspense>
      ) : null}
      <OfflineIndicator />
      <SnackbarLayer label={t('notices')} closeLabel={t('close')} />
    </AriaRouterProvider>
  );
};

/** Milliseconds. What can wait is loaded late, so that it does not delay the start on slow networks. */
const lateDelay = 10_000;

function useLater(milliseconds: number): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), milliseconds);
    return () => clearTimeout(timer);
  }, [milliseconds]);
  return isLate;
}

const Idle = () => {
  const signedIn = useAppSelector(selectIsSignedIn);
  const isLate = useLater(lateDelay);
  const deployment = useDeployment(signedIn && isLate);
  const minutes = deployment?.sessionIdleMinutes ?? null;
  useEffect(() => {
    if (deployment) noteIdleLimit(deployment.sessionIdleMinutes);
  }, [deployment]);
  if (!signedIn || minutes === null) return null;
  return (
    <Suspense>
      <IdleWatch minutes={minutes} />
    </Suspense>
  );
};

const Reauthentication = () => {
  const [isRequired, setRequired] = useState(false);
  useEffect(() => onReauthenticationRequired(() => setRequired(true)), []);
  if (!isRequired) return null;
  return (
    <Suspense>
      <ReauthenticationDialog onClose={() => setRequired(false)} />
    </Suspense>
  );
};

/** A phone has no keyboard for them, and a slow line. */
const Commands = () => {
  const isLate = useLater(lateDelay);
  if (isHandheld() && !isLate) return null;
  return (
    <Suspense>
      <CommandShortcuts />
    </Suspense>
  );
};

/** The screen of the route, or the preview of a document that is being uploaded. */
const ScreenOutlet = ({ orgId }: { orgId: string | null }) => {
  const running = useUploadPreview();
  const { pathname } = useLocation();
  const last = useRef(running);
  const isOnItsWay = useNavigation().state === 'loading';
  // The preview stays until the editor has loaded, so that no other screen flashes in between.
  if (running || !isOnItsWay) last.current = running;
  const preview = last.current;
  if (!preview) return orgId !== null && isOfSpace(pathname) ? <FactorGuard orgId={orgId}><Outlet key={orgId} /></FactorGuard> : <Outlet key={orgId ?? 'own'} />;
  return (
    <Suspense fallback={<LoadingOverlay />}>
      <UploadPreview key={preview.id} upload={preview} />
    </Suspense>
  );
};
