import { lazy, Suspense } from 'react';
import { selectIsSignedIn } from '#web/entities/session/session.slice.ts';
import { useAppSelector } from '#web/entities/store.ts';
import type { AskName } from './CreateButton.tsx';

// Separate chunks: a visitor's first page does not load the list.
const TemplatesList = lazy(() => import('./TemplatesList.tsx'));
const VisitorWelcome = lazy(() => import('./VisitorWelcome.tsx'));

/** /templates: the templates of signed-in people; visitors see what this browser keeps for them. */
const TemplatesScreen = (props: { AskName: AskName }) => <Suspense>{useAppSelector(selectIsSignedIn) ? <TemplatesList {...props} /> : <VisitorWelcome kind="template" />}</Suspense>;

export default TemplatesScreen;
