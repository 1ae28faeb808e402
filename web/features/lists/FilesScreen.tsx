import { selectIsSignedIn } from '#web/entities/session/session.slice.ts';
import { useAppSelector } from '#web/entities/store.ts';
import { FilesList } from './FilesList.tsx';
import { VisitorWelcome } from './VisitorWelcome.tsx';

/** /files: the files of those who are signed in; visitors may sign a document of their own. */
const FilesScreen = () => (useAppSelector(selectIsSignedIn) ? <FilesList /> : <VisitorWelcome />);

export default FilesScreen;
