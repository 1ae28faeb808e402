/**
 * Loaded when the service worker takes over the page of the first visit: files that it loaded before, and the texts of its language,
 * pass through it once more, out of the browser's cache, and are stored.
 */
import { toAppError } from './app-error.ts';
import { addFurtherTexts } from './i18n/i18n.ts';

try {
  await addFurtherTexts();
  const addresses = performance.getEntriesByType('resource').map(({ name }) => new URL(name)).filter(({ origin, pathname }) => origin === window.location.origin && pathname.startsWith('/assets/'));
  for (const address of addresses) await fetch(address, { priority: 'low' });
} catch (error) {
  console.info('Not everything of this page is stored', toAppError(error).message);
}
