import { timing } from '#contract/limits.ts';

/** Comes with the first notice. */
const load = () => import('sonner');

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

export const dismissNotice = (id: string): void => void load().then(({ toast }) => toast.dismiss(id));
