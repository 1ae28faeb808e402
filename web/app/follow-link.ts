import { routes } from '#contract/routes.ts';
import { mailLinkOf } from '#web/services/auth/session.ts';
import { fetchTexts, noteMailLanguage } from '#web/services/i18n/texts.ts';
import { preloadChunks } from './preload-chunks.ts';

/**
 * Shows the page of an e-mail link, if the address is one. The code stays in the address until the person is signed in, so
 * that the page can be reloaded or opened in another browser. Resolves when the app takes over: there is no link, or the
 * person of the link is signed in.
 */
export const followLink = async (place: HTMLElement): Promise<void> => {
  const link = mailLinkOf(new URL(window.location.href));
  // On the OAuth redirect, `code` belongs to the sign-in.
  if (!link || window.location.pathname === routes.authorize) return;
  noteMailLanguage(link.language);
  preloadChunks(link.address, { all: true });
  fetchTexts(['opening', 'further']);
  const { showLink } = await import('./magic-link.tsx');
  const address = await showLink(place, link);
  window.history.replaceState(window.history.state, '', address);
};
