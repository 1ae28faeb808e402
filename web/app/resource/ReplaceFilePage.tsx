import { useNavigate, useParams } from 'react-router-dom';
import { fillPath, routes } from '#contract/routes.ts';
import { selectFile } from '#web/entities/files/files.slice.ts';
import { selectUserId } from '#web/entities/session/session.slice.ts';
import { useAppSelector } from '#web/entities/store.ts';
import { ReplaceScreen } from '#web/features/upload/ReplaceScreen.tsx';
import { ResourceErrorBoundary } from './ResourceErrorBoundary.tsx';

/** /file/{id}/upload: a new version of the file. */
export default function ReplaceFilePage() {
  const { id = '' } = useParams();
  const navigate = useNavigate();
  const meta = useAppSelector((state) => selectFile(state, id));
  const userId = useAppSelector(selectUserId);
  return (
    <ResourceErrorBoundary>
      {meta ? (
        <ReplaceScreen
          meta={meta}
          isOpen={meta.ownerId === userId && meta.renameAllowed && meta.ext === 'pdf'}
          onDone={() => void navigate(fillPath(routes.fileView, { ids: id }))}
        />
      ) : null}
    </ResourceErrorBoundary>
  );
}
