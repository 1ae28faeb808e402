import type { ReactNode } from 'react';
import type { Deployment } from '#contract/calls/feedback.calls.ts';
import { useDeployment } from '#web/entities/deployment/use-deployment.ts';
import { LoadingOverlay } from './frame/LoadingOverlay.tsx';
import NotFoundScreen from './screens/NotFoundScreen.tsx';

/** Parts of the product that an installation may do without. */
export type Offered = keyof Pick<Deployment, 'organizations' | 'billing' | 'integrations' | 'libraryTemplates'>;

/** Shows a screen only where the installation has this part; elsewhere there is nothing at its address. */
export const OfferedOnly = ({ part, children }: { part: Offered; children: ReactNode }) => {
  const deployment = useDeployment();
  if (!deployment) return <LoadingOverlay />;
  return deployment[part] ? children : <NotFoundScreen />;
};
