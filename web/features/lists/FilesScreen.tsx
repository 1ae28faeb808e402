import { lazy, Suspense } from 'react';
import { selectIsSignedIn } from '#web/entities/session/session.slice.ts';
import { useAppSelector } from '#web/entities/store.ts';
import type { AskName } from './CreateButton.tsx';

// Either is loaded without the other: a first visit needs no list.
const FilesList = lazy(() => import('./FilesList.tsx'));
const VisitorWelcome = lazy(() => import('./VisitorWelcome.tsx'));

/** /files: the files of those who are signed in; visitors may sign a document of their own. */
const FilesScreen = (props: { AskName: AskName }) => <Suspense>{useAppSelector(selectIsSignedIn) ? <FilesList {...props} /> : <VisitorWelcome />}</Suspense>;

export default FilesScreen;
