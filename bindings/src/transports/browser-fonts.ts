import { fetchFont, fetchFontOf, fontStoreOf, type FontSource } from '../assets.ts';
import { FontStore } from '../fonts/font-store.ts';

/** The fonts of the package, loaded when a text needs them, or those that the caller named. */
export const browserFonts = (source?: FontSource): FontStore => (source === undefined ? new FontStore(readFont) : fontStoreOf(source, fetchFontOf));

/** URL patterns that bundlers recognise, so that they copy the font files. */
function readFont(name: string): Promise<Uint8Array> {
  return fetchFont(name.endsWith('.json') ? new URL(`../../fonts/${name.slice(0, -5)}.json`, import.meta.url) : new URL(`../../fonts/${name.slice(0, -4)}.ttf`, import.meta.url), name);
}
