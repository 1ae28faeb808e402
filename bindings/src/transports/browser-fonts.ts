import { EngineError } from '../errors.ts';
import { FontStore } from '../fonts/font-store.ts';

/** The fonts of the package, loaded when a text needs them. */
export const browserFonts = (): FontStore => new FontStore(readFont);

/** URL patterns that bundlers recognise, so that they copy the font files. */
async function readFont(name: string): Promise<Uint8Array> {
  const address = name.endsWith('.json') ? new URL(`../../fonts/${name.slice(0, -5)}.json`, import.meta.url) : new URL(`../../fonts/${name.slice(0, -4)}.ttf`, import.meta.url);
  const response = await fetch(address);
  if (!response.ok) throw new EngineError('connection_failed', `The font ${name} can't be loaded: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}
