import UploadScreen from '#web/features/upload/UploadScreen.tsx';
import { OfResource } from './OfResource.tsx';

/** /transaction/{id}/upload and /template/{id}/upload. */
export default function UploadToPage() {
  return (
    <OfResource>
      <UploadScreen />
    </OfResource>
  );
}
