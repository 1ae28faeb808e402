/** Tells all tabs that the tasks have changed. */
import { createSignal } from '../signal.ts';

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
