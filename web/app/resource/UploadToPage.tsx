import UploadScreen from '#web/features/upload/UploadScreen.tsx';
import { ResourceErrorBoundary } from './ResourceErrorBoundary.tsx';

/** /transaction/{id}/upload and /template/{id}/upload; /template/{id}/photo_capturing by camera. */
export default function UploadToPage() {
  return (
    <ResourceErrorBoundary>
      <UploadScreen />
    </ResourceErrorBoundary>
  );
}
