import { lazy, Suspense } from 'react';
import { selectIsSignedIn } from '#web/entities/session/session.slice.ts';
import { useAppSelector } from '#web/entities/store.ts';
import type { AskName } from './CreateButton.tsx';

// Either is loaded without the other: a first visit needs no list.
const TemplatesList = lazy(() => import('./TemplatesList.tsx'));
const VisitorWelcome = lazy(() => import('./VisitorWelcome.tsx'));

/** /templates: the templates of those who are signed in; visitors may sign a document of their own. */
const TemplatesScreen = (props: { AskName: AskName }) => <Suspense>{useAppSelector(selectIsSignedIn) ? <TemplatesList {...props} /> : <VisitorWelcome />}</Suspense>;

export default TemplatesScreen;
