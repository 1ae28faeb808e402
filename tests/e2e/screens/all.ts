import type { Screen } from '../screen-inspection.ts';
import type { Paths } from '../seeded-world.ts';
import { dialogs } from './dialogs.ts';
import { dialogsAtWork } from './dialogs-at-work.ts';
import { screensOfOthers } from './of-others.ts';
import { screensOfSenders } from './of-senders.ts';

/** What everybody comes to: signing in, the lists, preparing, signing, settings. */
const usual = ['sign-in', 'requests', 'templates', 'files', 'editor', 'signing', 'signature dialog', 'how it stands', 'completed', 'profile', 'notifications', 'members'];

/**
 * The screens that are looked at in every language: those that everybody comes to, or with `npm run check:languages` all. The
 * dialogs are opened as a phone opens them.
 */
export const screensInLanguages = (paths: Paths, isPhone: boolean): Screen[] => {
  // What answers for the server comes last: its answers stay.
  const all = [...screensOfOthers(paths), ...screensOfSenders(paths), ...(isPhone ? dialogs(paths) : []), ...dialogsAtWork(paths)];
  return process.env.EVERY_SCREEN ? all : all.filter(({ name }) => usual.includes(name));
};
