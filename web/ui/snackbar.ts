import { useSyncExternalStore } from 'react';
import { timing } from '#contract/limits/timing.ts';

let isWanted = false;
const wantedBy = new Set<() => void>();
let stands: () => void = () => undefined;
/** Resolves when the snackbar container is mounted. */
const place = new Promise<void>((resolve) => {
  stands = resolve;
});

/** Called by the container once it is mounted. */
export const placeStands = (): void => stands();

/** Whether there was a notice yet. The snackbar code loads with the first one. */
export const useWantsNotices = (): boolean =>
  useSyncExternalStore(
    (changed) => {
      wantedBy.add(changed);
      return () => wantedBy.delete(changed);
    },
    () => isWanted,
  );

const load = async () => {
  isWanted = true;
  for (const changed of wantedBy) changed();
  const [sonner] = await Promise.all([import('sonner'), place]);
  return sonner;
};

interface SnackbarOptions {
  /** Stable id: a repeated notice replaces itself. */
  id?: string;
  duration?: number;
  action?: { text: string; run(): void };
}

const settings = ({ id, duration, action }: SnackbarOptions, standard: number) => ({
  ...(id ? { id } : {}),
  duration: duration ?? standard,
  ...(action ? { action: { label: action.text, onClick: action.run } } : {}),
});

/** Shows a success notice. */
export const notify = (text: string, options: SnackbarOptions = {}): void =>
  void load().then(({ toast }) => toast(text, settings(options, timing.snackbarNotice)));

/** Shows an error notice, which stays until it is closed. */
export const notifyError = (text: string, options: SnackbarOptions = {}): void =>
  void load().then(({ toast }) => toast.error(text, settings(options, Infinity)));

export const dismissNotice = (id: string): void => {
  if (isWanted) void load().then(({ toast }) => toast.dismiss(id));
};
