import { lazy, Suspense } from 'react';
import { selectIsSignedIn } from '#web/entities/session/session.slice.ts';
import { useAppSelector } from '#web/entities/store.ts';
import type { AskName } from './CreateButton.tsx';

// Separate chunks: a visitor's first page does not load the list.
const FilesList = lazy(() => import('./FilesList.tsx'));
const VisitorWelcome = lazy(() => import('./VisitorWelcome.tsx'));

/** /files: the file list for signed-in people; visitors see what this browser keeps for them. */
const FilesScreen = (props: { AskName: AskName }) => <Suspense>{useAppSelector(selectIsSignedIn) ? <FilesList {...props} /> : <VisitorWelcome kind="file" />}</Suspense>;

export default FilesScreen;
