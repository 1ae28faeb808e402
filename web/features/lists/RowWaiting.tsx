import { lazy, Suspense } from 'react';
import { withFurtherTexts } from '#web/services/i18n/i18n.ts';
import { hasTasks } from '#web/services/tasks/has-tasks.ts';
import styles from './Row.module.scss';

const WaitingMark = lazy(withFurtherTexts(() => import('./WaitingMark.tsx')));

/** Beside an entry: that something of it waits for the server. Nothing is loaded where nothing waits. */
export const RowWaiting = ({ id }: { id: string }) => (hasTasks() ? <span className={styles.detail}><Suspense><WaitingMark id={id} /></Suspense></span> : null);
