import { connectionFailed, EngineError } from './errors.ts';
import { FontStore, type ReadFont } from './fonts/font-store.ts';

/** Where the files of the package are, for programs whose bundler does not put them beside the code. */
export interface AssetOptions {
  /** The WebAssembly module (`generated/countersign_wasm_bg.wasm` of the package): its address, or its bytes. Node also takes a path. */
  module?: string | URL | Uint8Array<ArrayBuffer> | ArrayBuffer | undefined;
  /**
   * The fonts: the address of a folder with the files of `fonts/`, a function that reads one of them by name, or `false` for none:
   * then only what Helvetica, the fonts of a form and `fonts` of a call show can be drawn. Node also takes a path.
   */
  fonts?: FontSource | undefined;
}

export type FontSource = string | URL | ReadFont | false;

/** A store of the fonts that the caller named. `read`: reads a file of a folder. */
export function fontStoreOf(source: FontSource, read: (folder: string | URL, name: string) => Promise<Uint8Array>): FontStore {
  if (source === false) return new FontStore(async () => noFonts);
  return new FontStore(typeof source === 'function' ? source : (name) => read(source, name));
}

/** An index without families. */
const noFonts = new TextEncoder().encode('{}');

/** Reads a font file over the network. */
export async function fetchFont(address: URL, name: string): Promise<Uint8Array> {
  const response = await fetch(address).catch((error: unknown) => {
    throw connectionFailed(error);
  });
  if (!response.ok) throw new EngineError('connection_failed', `The font ${name} can't be loaded: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

/** Reads a font file of a folder over the network. */
export function fetchFontOf(folder: string | URL, name: string): Promise<Uint8Array> {
  const base = new URL(folder, globalThis.location?.href);
  return fetchFont(new URL(name, base.href.endsWith('/') ? base : `${base.href}/`), name);
}
