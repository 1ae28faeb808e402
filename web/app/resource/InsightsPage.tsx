import { useTranslation } from 'react-i18next';
import { InsightsTimeline } from '#web/features/insights/InsightsTimeline.tsx';
import { LoadingOverlay } from '../frame/LoadingOverlay.tsx';
import { ResourceFailed } from './ResourceFailed.tsx';
import { ResourceFrame } from './ResourceFrame.tsx';
import { useLoadedResource } from './use-loaded-resource.ts';
import { useResource } from './use-resource.ts';

/** /transaction/{id}/insights, /file/{id}/insights and /template/{id}/insights. */
export default function InsightsPage() {
  const { t } = useTranslation('insights');
  const resource = useResource();
  const { title, maySeeSharing, error, retry } = useLoadedResource(resource);
  if (error) return <ResourceFailed resource={resource} error={error} onRetry={retry} />;
  if (title === null) return <LoadingOverlay />;
  return (
    <ResourceFrame resource={resource} title={title} part={t('title')} maySeeSharing={maySeeSharing}>
      <InsightsTimeline resource={resource} title={title} />
    </ResourceFrame>
  );
}
