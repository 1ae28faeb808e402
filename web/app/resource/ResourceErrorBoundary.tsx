import type { ReactNode } from 'react';
import { LoadingOverlay } from '../frame/LoadingOverlay.tsx';
import { ResourceFailed } from './ResourceFailed.tsx';
import { useLoadedResource } from './use-loaded-resource.ts';
import { useResource } from './use-resource.ts';

/** Loads the resource of the address, and shows the error in place of the screen if that fails. */
export function ResourceErrorBoundary({ children }: { children: ReactNode }) {
  const resource = useResource();
  const { title, error, retry } = useLoadedResource(resource);
  if (error) return <ResourceFailed resource={resource} error={error} onRetry={retry} />;
  return title === null ? <LoadingOverlay /> : children;
}
