import { useEffect } from 'react';
import { isRouteErrorResponse, useRouteError } from 'react-router-dom';
import { FailureScreen } from '../failure/FailureScreen.tsx';
import NotFoundScreen from './NotFoundScreen.tsx';
import { ResourcesLoadErrorScreen } from './ResourcesLoadErrorScreen.tsx';

/** A screen whose code did not arrive says so in these words, which differ by browser; where its styles did not, Vite does. */
const isMissingCode = (error: unknown): boolean =>
  error instanceof Error && /dynamically imported module|importing a module script failed|unable to preload css/i.test(error.message);

/** Where a thrown error ends: not found, code that did not load, or a fault of ours. */
export const ErrorScreen = ({ inFrame }: { inFrame?: boolean }) => {
  const error = useRouteError();
  useEffect(() => console.error('A screen failed', { inFrame, error }), [error, inFrame]);

  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundScreen />;
  if (isMissingCode(error)) return <ResourcesLoadErrorScreen />;
  return <FailureScreen />;
};
