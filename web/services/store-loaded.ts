import { addFurtherTexts } from './i18n/i18n.ts';

/** Files that the page of the first visit loaded before the service worker was there, and the texts of its language: they pass through it once more, out of the browser's cache, and are stored. */
export const storeLoaded = async (): Promise<void> => {
  await addFurtherTexts();
  const addresses = performance.getEntriesByType('resource').map(({ name }) => new URL(name)).filter(({ origin, pathname }) => origin === window.location.origin && pathname.startsWith('/assets/'));
  for (const address of addresses) await fetch(address, { priority: 'low' });
};
