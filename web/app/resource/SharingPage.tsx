import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { selectOrganization } from '#web/entities/organizations/organizations.slice.ts';
import { selectProfile } from '#web/entities/profile/profile.slice.ts';
import { selectOrgId } from '#web/entities/session/session.slice.ts';
import { pathsOf } from '#web/entities/sharing/resource.ts';
import { useAppSelector } from '#web/entities/store.ts';
import { SharingPanel } from '#web/features/sharing/SharingPanel.tsx';
import { LoadingOverlay } from '../frame/LoadingOverlay.tsx';
import AccessDeniedScreen from '../screens/AccessDeniedScreen.tsx';
import { PublicAccessOf } from './PublicAccessOf.tsx';
import { ResourceFailed } from './ResourceFailed.tsx';
import { ResourceFrame } from './ResourceFrame.tsx';
import { useLoadedResource } from './use-loaded-resource.ts';
import { useOtherReaders } from './use-other-readers.ts';
import { useResource } from './use-resource.ts';

const noTeams: readonly never[] = [];

/** /transaction/{id}/sharing, /file/{id}/sharing and /template/{id}/sharing. */
export default function SharingPage() {
  const { t } = useTranslation('sharing');
  const navigate = useNavigate();
  const resource = useResource();
  const profile = useAppSelector(selectProfile);
  const { title, ownerCanChange, maySeeSharing, error, retry } = useLoadedResource(resource);
  const others = useOtherReaders(resource);
  const orgId = useAppSelector(selectOrgId) ?? '';
  const teams = useAppSelector((state) => selectOrganization(state, orgId))?.teams ?? noTeams;
  if (error) return <ResourceFailed resource={resource} error={error} onRetry={retry} />;
  if (title === null || !profile) return <LoadingOverlay />;
  if (!maySeeSharing) return <AccessDeniedScreen />;
  return (
    <ResourceFrame resource={resource} title={title} part={t('title')} maySeeSharing>
      <SharingPanel
        key={resource.id}
        resource={resource}
        userId={profile.id}
        ownerCanChange={ownerCanChange}
        others={others}
        teams={teams}
        publicAccess={<PublicAccessOf resource={resource} />}
        onSignOutElsewhere={() => void navigate(pathsOf(resource).list, { replace: true })}
      />
    </ResourceFrame>
  );
}
