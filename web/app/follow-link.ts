import { routes } from '#contract/routes.ts';
import { mailLinkOf } from '#web/services/auth/session.ts';
import { fetchTexts, noteMailLanguage } from '#web/services/i18n/texts.ts';
import { fetchAhead } from './fetch-ahead.ts';

/**
 * Shows the page of a mail's link, if the address is one. The code stays in the address until somebody is signed in, so that the page
 * can be loaded again, or opened in another browser. Ends where the app goes on: there is no link, or its person is signed in already.
 */
export const followLink = async (place: HTMLElement): Promise<void> => {
  const link = mailLinkOf(new URL(window.location.href));
  // On the way back from the sign-in a code belongs to the sign-in itself.
  if (!link || window.location.pathname === routes.authorize) return;
  noteMailLanguage(link.language);
  // While they read there is time for everything.
  fetchAhead(link.address, { all: true });
  fetchTexts();
  const { showLink } = await import('./magic-link.tsx');
  const address = await showLink(place, link);
  window.history.replaceState(window.history.state, '', address);
};
