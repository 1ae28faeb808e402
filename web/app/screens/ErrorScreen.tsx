import { useEffect } from 'react';
import { isRouteErrorResponse, useRouteError } from 'react-router-dom';
import { reportError } from '#web/services/telemetry/reports.ts';
import { FailureScreen } from '../failure/FailureScreen.tsx';
import NotFoundScreen from './NotFoundScreen.tsx';
import { ResourcesLoadErrorScreen } from './ResourcesLoadErrorScreen.tsx';

/** Messages of browsers, and of Vite for styles, when a chunk fails to load. */
const isMissingCode = (error: unknown): boolean =>
  error instanceof Error && /dynamically imported module|importing a module script failed|unable to preload css/i.test(error.message);

/** Error element of the router: not found, failed chunk, or a bug. */
export const ErrorScreen = ({ inFrame }: { inFrame?: boolean }) => {
  const error = useRouteError();
  useEffect(() => {
    console.error('A screen failed', { inFrame, error });
    if (!isRouteErrorResponse(error) && !isMissingCode(error)) reportError({ code: 'ui_critical_error', message: String(error), stack: error instanceof Error ? error.stack : undefined });
  }, [error, inFrame]);

  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundScreen />;
  if (isMissingCode(error)) return <ResourcesLoadErrorScreen />;
  return <FailureScreen />;
};
