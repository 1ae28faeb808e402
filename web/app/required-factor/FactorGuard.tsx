import type { ReactNode } from 'react';
import { lazy, Suspense } from 'react';
import { useParams } from 'react-router-dom';
import { selectOrganization } from '#web/entities/organizations/organizations.slice.ts';
import { useAppSelector } from '#web/entities/store.ts';
import { withFurtherTexts } from '#web/services/i18n/i18n.ts';
import { LoadingOverlay } from '../frame/LoadingOverlay.tsx';

/** Comes for the few who meet it. */
const RequiredFactorScreen = lazy(withFurtherTexts(() => import('./RequiredFactorScreen.tsx').then((module) => ({ default: module.RequiredFactorScreen }))));

interface FactorGuardProps {
  orgId: string;
  children: ReactNode;
}

/** Shows what belongs to an organization, or else that a second factor is needed for it. */
export const FactorGuard = ({ orgId, children }: FactorGuardProps) => {
  const organization = useAppSelector((state) => selectOrganization(state, orgId));
  if (!organization?.missingFactor) return children;
  return (
    <Suspense fallback={<LoadingOverlay />}>
      <RequiredFactorScreen organization={organization} />
    </Suspense>
  );
};

/** The same for the organization of the address. */
export const FactorGuardOfAddress = ({ children }: { children: ReactNode }) => {
  const { id, orgId } = useParams();
  return <FactorGuard orgId={orgId ?? id ?? ''}>{children}</FactorGuard>;
};

/** A document of an organization that nobody has named yet. */
export const ClosedResource = ({ onRetry }: { onRetry: () => void }) => (
  <Suspense fallback={<LoadingOverlay />}>
    <RequiredFactorScreen organization={undefined} onDone={onRetry} />
  </Suspense>
);
