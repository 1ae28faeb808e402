import '../styles/global.scss';
import { routes } from '#contract/routes.ts';
import { completeSignIn, expectedReturn, onSession, prepareSession } from '#web/services/auth/auth.ts';
import { fetchTexts } from '#web/services/i18n/texts.ts';
import { askAhead } from './ask-ahead.ts';
import { fetchAhead } from './fetch-ahead.ts';
import { followLink } from './follow-link.ts';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no place for the app');
// Whoever comes by the link of a mail leaves for the sign-in at once, before the app is here: nothing is drawn that goes away again.
await followLink();
const { pathname, href } = window.location;
const isBack = pathname === routes.authorize;
const wanted = isBack ? expectedReturn() : pathname;
// Before anybody else hears of it: what is asked for here, the app does not ask for itself.
const stop = onSession((session) => {
  if (!session) return;
  stop();
  askAhead(wanted);
});
// The answer of the sign-in is spent while the app is on its way; its own screen says when that fails.
if (isBack) completeSignIn(href).catch(() => undefined);
else prepareSession();
fetchAhead(wanted);
fetchTexts();
const { start } = await import('./start.tsx');
await start(root);
