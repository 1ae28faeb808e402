import { routes } from '#contract/routes.ts';
import { signIn } from '#web/services/auth/auth.ts';
import { takeMagicCode } from '#web/services/auth/session.ts';
import { fetchTexts } from '#web/services/i18n/texts.ts';
import { fetchAhead } from './fetch-ahead.ts';

/**
 * The code of a link from a mail is taken out of the address at once and spent by signing in, also where somebody is
 * signed in already: the link is for the person it was sent to. Ends only when the page was not left, or is back.
 */
export const followLink = async (): Promise<void> => {
  const { code, address } = takeMagicCode(new URL(window.location.href));
  // On the way back a code belongs to the sign-in itself.
  if (!code || window.location.pathname === routes.authorize) return;
  const link = window.location.href;
  window.history.replaceState(window.history.state, '', address);
  fetchAhead(address);
  fetchTexts();
  try {
    await signIn({ returnTo: address, magicCode: code });
  } catch (error) {
    console.warn('The sign-in can\'t be reached', error);
    // Whoever loads the page again tries again.
    window.history.replaceState(window.history.state, '', link);
  }
};
