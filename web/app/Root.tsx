import { lazy, Suspense, useEffect } from 'react';
import { RouterProvider as AriaRouterProvider } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { Outlet, useHref, useLocation, useNavigate } from 'react-router-dom';
import { selectWanted } from '#web/entities/downloads/downloads.slice.ts';
import { selectProfile } from '#web/entities/profile/profile.slice.ts';
import { switchSpace } from '#web/entities/organizations/switch-space.ts';
import { selectRequest } from '#web/entities/requests/requests.slice.ts';
import { selectOrgId, selectSession } from '#web/entities/session/session.slice.ts';
import { useAppDispatch, useAppSelector } from '#web/entities/store.ts';
import { pathVisited } from '#web/entities/ui-state/ui.slice.ts';
import { CookieConsent } from '#web/features/profile/CookieConsent.tsx';
import { mayOfferPasskey, needsCompletion } from '#web/features/profile/needs-completion.ts';
import { DropOverlay } from '#web/features/upload/DropOverlay.tsx';
import { UploadPanel } from '#web/features/upload/UploadPanel.tsx';
import { canUsePasskeys } from '#web/services/auth/passkeys.ts';
import { FrameAround } from './frame/FrameAround.tsx';
import { useFrameKind } from './frame/use-frame-kind.ts';
import { LoadingOverlay } from './frame/LoadingOverlay.tsx';
import { OfflineIndicator } from './frame/OfflineIndicator.tsx';
import { isUnwatched } from './paths.ts';
import { useUploadPreview } from './use-upload-preview.ts';

const Snackbars = lazy(() => import('#web/ui/Snackbars.tsx'));
/** Most people never see it: it comes when it is needed. */
const ProfileCompletion = lazy(() => import('#web/features/profile/ProfileCompletion.tsx'));

/** Comes once, when the profile is complete. */
const PasskeyOffer = lazy(() => import('#web/features/profile/PasskeyOffer.tsx'));

/** Comes with the first document that is added. */
const UploadPreview = lazy(() => import('./documents/UploadPreview.tsx'));

/** Comes when somebody wants several files. */
const DownloadDialog = lazy(() => import('#web/features/download/DownloadDialog.tsx'));

/** Everything that stands around each screen: frame, drop overlay, dialogs that may come up anywhere, notices. */
export const Root = () => {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { status } = useAppSelector(selectSession);
  const dispatch = useAppDispatch();
  const frame = useFrameKind();
  const orgId = useAppSelector(selectOrgId);
  const switching = useAppSelector((state) => selectRequest(state, switchSpace.typePrefix)).status === 'pending';

  useEffect(() => {
    dispatch(pathVisited(pathname));
  }, [dispatch, pathname]);

  const wanted = useAppSelector(selectWanted);
  const signedIn = status === 'signedIn';
  // Nobody is interrupted in the middle of a document: what is missing is asked for afterwards.
  const profile = useAppSelector(selectProfile);
  const isFree = !isUnwatched(pathname) && frame === 'full';
  const completes = needsCompletion(profile, signedIn) && !isUnwatched(pathname) && frame !== 'bare';
  const offersPasskey = isFree && canUsePasskeys() && mayOfferPasskey(profile, signedIn);
  const waiting = status === 'starting' && pathname !== '/authorize';
  return (
    <AriaRouterProvider navigate={(to) => void navigate(to)} useHref={useHref}>
      <FrameAround below={waiting ? null : <UploadPanel />}>{waiting ? <LoadingOverlay /> : switching ? <LoadingOverlay text={t('switching')} /> : <Shown orgId={orgId} />}</FrameAround>
      {waiting ? null : (
        <>
          <DropOverlay />
          <CookieConsent isAllowed={!isUnwatched(pathname)} inFlow={frame !== 'full'} />
          {offersPasskey ? (
            <Suspense>
              <PasskeyOffer />
            </Suspense>
          ) : null}
          {completes ? (
            <Suspense>
              <ProfileCompletion />
            </Suspense>
          ) : null}
        </>
      )}
      {wanted ? (
        <Suspense>
          <DownloadDialog wanted={wanted} />
        </Suspense>
      ) : null}
      <OfflineIndicator />
      <Suspense>
        <Snackbars label={t('notices')} closeLabel={t('close')} />
      </Suspense>
    </AriaRouterProvider>
  );
};

/** The screen of the address, or the document that is being taken in for a new request. */
const Shown = ({ orgId }: { orgId: string | null }) => {
  const preview = useUploadPreview();
  if (!preview) return <Outlet key={orgId ?? 'own'} />;
  return (
    <Suspense fallback={<LoadingOverlay />}>
      <UploadPreview key={preview.id} upload={preview} />
    </Suspense>
  );
};
