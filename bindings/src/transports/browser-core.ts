import init, * as core from '../../generated/countersign_wasm.js';
import { FontStore } from '../fonts/font-store.ts';
import { LocalHost } from '../host/local-host.ts';

let loading: Promise<LocalHost> | undefined;

/** Loads the core once per thread. The URL is relative to this module, so that bundlers find the file. */
export function browserHost(): Promise<LocalHost> {
  loading ??= init({ module_or_path: new URL('../../generated/countersign_wasm_bg.wasm', import.meta.url) }).then(() => new LocalHost(core, new FontStore(readFont)));
  return loading;
}

/** URL patterns that bundlers recognise, so that they copy the font files. */
async function readFont(name: string): Promise<Uint8Array> {
  const address = name.endsWith('.json') ? new URL(`../../fonts/${name.slice(0, -5)}.json`, import.meta.url) : new URL(`../../fonts/${name.slice(0, -4)}.ttf`, import.meta.url);
  const response = await fetch(address);
  if (!response.ok) throw { code: 'connection_failed', message: `The font ${name} can't be loaded: ${response.status}` };
  return new Uint8Array(await response.arrayBuffer());
}
