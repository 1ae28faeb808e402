import { lazy } from 'react';

/** Loaded when a guest creates something. */
export const AskName = lazy(() => import('#web/features/profile/NameDialog.tsx').then((module) => ({ default: module.NameDialog })));
