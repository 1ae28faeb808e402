import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { selectUserId } from '#web/entities/session/session.slice.ts';
import { pathsOf } from '#web/entities/sharing/resource.ts';
import { useAppSelector } from '#web/entities/store.ts';
import { SharingPanel } from '#web/features/sharing/SharingPanel.tsx';
import { LoadingOverlay } from '../frame/LoadingOverlay.tsx';
import { ResourceFailed } from './ResourceFailed.tsx';
import { ResourceFrame } from './ResourceFrame.tsx';
import { useLoadedResource } from './use-loaded-resource.ts';
import { useResource } from './use-resource.ts';

/** /transaction/{id}/sharing, /file/{id}/sharing and /template/{id}/sharing. */
export default function SharingPage() {
  const { t } = useTranslation('sharing');
  const navigate = useNavigate();
  const resource = useResource();
  const userId = useAppSelector(selectUserId) ?? '';
  const { title, ownerCanChange, error, retry } = useLoadedResource(resource);
  if (error) return <ResourceFailed resource={resource} error={error} onRetry={retry} />;
  if (title === null) return <LoadingOverlay />;
  return (
    <ResourceFrame resource={resource} title={title} part={t('title')}>
      <SharingPanel
        key={resource.id}
        resource={resource}
        userId={userId}
        ownerCanChange={ownerCanChange}
        onLeft={() => void navigate(pathsOf(resource).list, { replace: true })}
      />
    </ResourceFrame>
  );
}
