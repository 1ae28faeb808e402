import { useSyncExternalStore } from 'react';
import { timing } from '#contract/limits.ts';

let isWanted = false;
const wantedBy = new Set<() => void>();
let stands: () => void = () => undefined;
/** The place where notices appear is there. */
const place = new Promise<void>((resolve) => {
  stands = resolve;
});

/** Told by the place itself, once it listens. */
export const placeStands = (): void => stands();

/** Whether there was a notice yet: before the first nothing of it is loaded. */
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

export interface SnackbarOptions {
  /** A steady id: the same notice again replaces itself. */
  id?: string;
  duration?: number;
  action?: { text: string; run(): void };
}

const settings = ({ id, duration, action }: SnackbarOptions, standard: number) => ({
  ...(id ? { id } : {}),
  duration: duration ?? standard,
  ...(action ? { action: { label: action.text, onClick: action.run } } : {}),
});

/** A notice that something went well. */
export const notify = (text: string, options: SnackbarOptions = {}): void =>
  void load().then(({ toast }) => toast(text, settings(options, timing.snackbarNotice)));

/** A notice that something went wrong; it stays until it is closed. */
export const notifyError = (text: string, options: SnackbarOptions = {}): void =>
  void load().then(({ toast }) => toast.error(text, settings(options, Infinity)));

export const dismissNotice = (id: string): void => {
  if (isWanted) void load().then(({ toast }) => toast.dismiss(id));
};
