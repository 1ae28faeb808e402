import { lazy, Suspense } from 'react';
import { Navigate, useParams, useSearchParams } from 'react-router-dom';
import { routes } from '#contract/routes.ts';
import { selectIsSignedIn } from '#web/entities/session/session.slice.ts';
import { useAppSelector } from '#web/entities/store.ts';
import { LoadingOverlay } from './frame/LoadingOverlay.tsx';
import { PageGuard } from './PageGuard.tsx';

const CheckPage = lazy(() => import('./documents/file/CheckPage.tsx'));
const FilePage = lazy(() => import('./documents/file/FilePage.tsx'));
const ImportPage = lazy(() => import('./ImportPage.tsx'));
const MovingPage = lazy(async () => ({ default: (await import('./documents/visitor/visitor-pages.ts')).MovingPage }));
const VisitorPage = lazy(async () => ({ default: (await import('./documents/visitor/visitor-pages.ts')).VisitorPage }));

/** Ids of the server are 24 hexadecimal digits; local files of visitors have ids of another form. */
const isOnServer = (ids: string): boolean => ids.split(',').every((id) => /^[0-9a-f]{24}$/.test(id));

/** /file: server files for signed-in people, local files for visitors, whose address moves to the account with them. */
const FileRoute = () => {
  const { ids = '' } = useParams();
  const [query] = useSearchParams();
  const signedIn = useAppSelector(selectIsSignedIn);
  if (ids === '' && query.has('check')) return <Suspense fallback={<LoadingOverlay />}><CheckPage /></Suspense>;
  const imports = ids === '' && (query.has('url') || query.has('data'));
  // The server fetches the file, which needs a sign-in.
  if (imports) return <PageGuard><Suspense fallback={<LoadingOverlay />}><ImportPage /></Suspense></PageGuard>;
  // Without parameters, visitors can open a local document; signed-in people get "not found".
  if (ids === '' && signedIn) return <Navigate to={routes.notFound} replace />;
  const shown = !signedIn ? <VisitorPage /> : isOnServer(ids) ? <FilePage /> : <MovingPage><VisitorPage /></MovingPage>;
  return <Suspense fallback={<LoadingOverlay />}>{shown}</Suspense>;
};

export default FileRoute;
