import { lazy, Suspense, type ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import { selectSession } from '#web/entities/session/session.slice.ts';
import { useAppSelector } from '#web/entities/store.ts';
import { withFurtherTexts } from '#web/services/i18n/i18n.ts';
import { isLocalId } from '#web/services/visitor/local-ids.ts';
import { LoadingOverlay } from './frame/LoadingOverlay.tsx';

const MovingPage = lazy(withFurtherTexts(async () => ({ default: (await import('./documents/visitor/visitor-pages.ts')).MovingPage })));
const VisitorUnitPage = lazy(withFurtherTexts(async () => ({ default: (await import('./documents/visitor/visitor-pages.ts')).VisitorUnitPage })));
const UploadScreen = lazy(() => import('#web/features/upload/UploadScreen.tsx'));

/** A draft that is prepared in this browser has the addresses of a request or template. Other ids are those of the account. */
export const LocalGate = ({ children, isUpload = false }: { children: ReactNode; isUpload?: boolean }) => {
  const { id = '' } = useParams();
  const { status } = useAppSelector(selectSession);
  if (!isLocalId(id)) return children;
  if (status === 'starting') return <LoadingOverlay />;
  const local = isUpload ? <UploadScreen /> : <VisitorUnitPage />;
  return <Suspense fallback={<LoadingOverlay />}>{status === 'signedIn' ? <MovingPage>{local}</MovingPage> : local}</Suspense>;
};
