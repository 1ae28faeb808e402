import { isAnyOf } from '@reduxjs/toolkit';
import i18next from 'i18next';
import { waitingAddress } from '#contract/routes.ts';
import { sessionStarted } from '#web/entities/session/session.slice.ts';
import type { AppDispatch, RootState } from '#web/entities/store.ts';
import { startListening } from '#web/entities/store.ts';
import { serviceReturned } from '#web/entities/ui-state/ui.slice.ts';
import { toAppError } from '#web/services/app-error.ts';
import { currentSession } from '#web/services/auth/auth.ts';
import { availability } from '#web/services/availability.ts';
import { addFurtherTexts } from '#web/services/i18n/i18n.ts';
import { hasTasks } from '#web/services/tasks/has-tasks.ts';
import { onTasks } from '#web/services/tasks/task-signal.ts';
import { notify, notifyError } from '#web/ui/snackbar.ts';
import { router } from '../router.tsx';

/** Milliseconds. The first screen has the line for itself; several acts in a row are sent together. */
const SETTLE = 500;

/** Milliseconds. What a crash left is looked for when nothing else needs the line. */
const LATER = 15_000;

let isRunning = false;
let isWanted = false;
let timer: ReturnType<typeof setTimeout> | undefined;

/** How many tasks there were at the last look. */
let present = 0;

/** Another tab has sent some: what is listed here has changed. */
const followOthers = async (userId: string, dispatch: AppDispatch): Promise<void> => {
  const before = present;
  present = hasTasks() ? (await (await import('#web/services/tasks/task-store.ts')).tasksOf(userId)).length : 0;
  if (present < before) dispatch((await import('#web/entities/tasks/sync-tasks.ts')).refreshLists);
};

const sync = async (dispatch: AppDispatch, getState: () => RootState): Promise<void> => {
  const { userId } = getState().session;
  if (userId === null) return;
  await followOthers(userId, dispatch);
  if (present === 0 || !currentSession() || availability() === 'unavailable') return;
  const [{ syncTasks }, { tasksOf }] = await Promise.all([import('#web/entities/tasks/sync-tasks.ts'), import('#web/services/tasks/task-store.ts')]);
  const refusedOf = async () => (await tasksOf(userId)).filter(({ state }) => state === 'failed');
  const before = new Set((await refusedOf()).map(({ id }) => id));
  const count = await dispatch(syncTasks());
  present = (await tasksOf(userId)).length;
  const refused = (await refusedOf()).filter(({ id }) => !before.has(id));
  if (count + refused.length === 0) return;
  await addFurtherTexts();
  if (count > 0) notify(i18next.t('done', { ns: 'tasks', count }), { id: 'tasks-done' });
  if (refused.length > 0) {
    const show = { text: i18next.t('show', { ns: 'tasks' }), run: () => void router.navigate(waitingAddress) };
    notifyError(i18next.t('refused', { ns: 'tasks', titles: [...new Set(refused.map(({ title }) => title))].join(', ') }), { id: 'tasks-refused', action: show });
  }
};

/** Sends what was done without the server: at the start, when it is back, and when something new waits. */
export const startTasksListener = (getState: () => RootState, dispatch: AppDispatch): void => {
  const run = async (): Promise<void> => {
    isWanted = true;
    if (isRunning) return;
    isRunning = true;
    try {
      while (isWanted) {
        isWanted = false;
        await sync(dispatch, getState);
      }
    } catch (error) {
      console.warn('What was done without the server is not sent', toAppError(error).code);
    } finally {
      isRunning = false;
    }
  };
  const soon = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void run(), SETTLE);
  };
  onTasks(() => {
    // What comes during a run may be too late for it.
    if (isRunning) isWanted = true;
    else soon();
  });
  startListening({
    matcher: isAnyOf(sessionStarted, serviceReturned),
    effect: async ({ type }) => {
      if (!hasTasks()) return;
      if (type === serviceReturned.type) (await import('#web/entities/tasks/sync-tasks.ts')).forgetPauses();
      soon();
    },
  });
  soon();
  setTimeout(() => {
    const { userId } = getState().session;
    if (userId === null || !currentSession() || availability() === 'unavailable') return;
    // What is done when the line is gone can't be loaded then.
    for (const load of [() => import('#web/services/tasks/task-calls.ts'), () => import('#web/services/tasks/queue-file.ts')]) load().catch((error: unknown) => console.info('Nothing is queued here', toAppError(error).code));
    void import('#web/entities/tasks/adopt-drafts.ts').then(({ adoptDrafts }) => adoptDrafts(userId)).catch((error: unknown) => console.info('What a crash left is not saved', toAppError(error).code));
  }, LATER);
};
