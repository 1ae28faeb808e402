import '../styles/global.scss';
import { routes } from '#contract/routes.ts';
import { completeSignIn, expectedReturn, onSession, prepareSession } from '#web/services/auth/auth.ts';
import { fetchTexts } from '#web/services/i18n/texts.ts';
import { isHandheld } from '#web/ui/device.ts';
import { askAhead } from './ask-ahead.ts';
import { drawFailure } from './failure/failure-face.ts';
import { fetchAhead } from './fetch-ahead.ts';
import { followLink } from './follow-link.ts';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no place for the app');

const open = async (place: HTMLElement): Promise<void> => {
  // Whoever comes by the link of a mail first reads what it is about, without the app.
  await followLink(place);
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
  fetchAhead(wanted, { all: isBack || !isHandheld() });
  fetchTexts();
  const { start } = await import('./start.tsx');
  await start(place);
};

try {
  await open(root);
} catch (error) {
  console.error('The app did not start', error);
  drawFailure(root);
}
