import '../styles/global.scss';
import { routes } from '#contract/routes.ts';
import { completeSignIn, expectedReturn, onSession, prepareSession } from '#web/services/auth/auth.ts';
import { takeLinkKey } from '#web/services/encryption/link-key.ts';
import { fetchTexts } from '#web/services/i18n/texts.ts';
import { isHandheld } from '#web/ui/device.ts';
import { prefetchData } from './prefetch-data.ts';
import { drawFailure } from './failure/draw-failure.ts';
import { preloadChunks, showsDocument } from './preload-chunks.ts';
import { followLink } from './follow-link.ts';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no place for the app');

const open = async (place: HTMLElement): Promise<void> => {
  // An e-mail link opens a page of its own first, without the app.
  await followLink(place);
  const { pathname, href } = window.location;
  const isBack = pathname === routes.authorize;
  const wanted = isBack ? expectedReturn() : pathname;
  // Subscribes before the app does, so that the app's calls find the prefetched responses.
  const stop = onSession((session) => {
    if (!session) return;
    stop();
    prefetchData(wanted);
  });
  // Exchanges the code of the sign-in while the app loads. The authorize screen shows a failure.
  if (isBack) completeSignIn(href).catch(() => undefined);
  else prepareSession();
  preloadChunks(wanted, { all: isBack || !isHandheld() });
  fetchTexts(showsDocument(wanted) ? ['opening', 'further'] : ['opening']);
  const { start } = await import('./start.tsx');
  await start(place);
};

takeLinkKey();
window.addEventListener('hashchange', takeLinkKey);

try {
  await open(root);
} catch (error) {
  console.error('The app did not start', error);
  drawFailure(root);
}
