import type { ReactNode } from 'react';
import type { Deployment } from '#contract/calls/feedback.calls.ts';
import { useDeployment } from '#web/entities/deployment/use-deployment.ts';
import { LoadingOverlay } from './frame/LoadingOverlay.tsx';
import NotFoundScreen from './screens/NotFoundScreen.tsx';

/** Features that an installation may switch off. */
export type OptionalFeature = keyof Pick<Deployment, 'organizations' | 'billing' | 'integrations' | 'libraryTemplates'>;

/** Renders a screen only if the installation has the feature; otherwise the address is not found. */
export const FeatureGate = ({ feature, children }: { feature: OptionalFeature; children: ReactNode }) => {
  const deployment = useDeployment();
  if (!deployment) return <LoadingOverlay />;
  return deployment[feature] ? children : <NotFoundScreen />;
};
