import { lazy } from 'react';

/** Comes when a guest is about to make something. */
export const AskName = lazy(() => import('#web/features/profile/NameDialog.tsx').then((module) => ({ default: module.NameDialog })));
