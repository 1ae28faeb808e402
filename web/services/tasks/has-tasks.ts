/** Whether something was done without the server that it does not have yet, known without opening a database. */
import { createSignal } from '../signal.ts';

const STORAGE_KEY = 'countersign.tasks';

export const hasTasks = (): boolean => {
  try {
    return localStorage.getItem(STORAGE_KEY) !== null;
  } catch {
    return false;
  }
};

export const noteTasks = (has: boolean): void => {
  if (has) localStorage.setItem(STORAGE_KEY, 'yes');
  else localStorage.removeItem(STORAGE_KEY);
};

const changed = createSignal<void>();
/** Calls the listener after each change of the tasks, in this tab or another. */
export const onTasks = changed.subscribe;

/** Other tabs are told, too. A test environment without channels has one tab. */
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('countersign-tasks');
channel?.addEventListener('message', () => changed.emit());
// A process of tests ends although the channel is open.
(channel as { unref?(): void } | null)?.unref?.();

export const announceTasks = (): void => {
  changed.emit();
  channel?.postMessage(null);
};
