import '../styles/global.scss';
import { routes } from '#contract/routes.ts';
import { completeSignIn, expectedReturn, prepareSession } from '#web/services/auth/auth.ts';
import { fetchTexts } from '#web/services/i18n/texts.ts';
import { askAhead } from './ask-ahead.ts';
import { fetchAhead } from './fetch-ahead.ts';
import { followLink } from './follow-link.ts';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no place for the app');
// Whoever comes by the link of a mail leaves for the sign-in at once, before the app is here: nothing is drawn that goes away again.
await followLink();
const { pathname, href } = window.location;
if (pathname === routes.authorize) {
  // The answer of the sign-in is spent while the app is on its way; its own screen says when that fails.
  completeSignIn(href).then(({ returnTo }) => askAhead(returnTo), () => undefined);
  fetchAhead(expectedReturn());
} else {
  prepareSession();
  fetchAhead(pathname);
}
fetchTexts();
const { start } = await import('./start.tsx');
await start(root);
