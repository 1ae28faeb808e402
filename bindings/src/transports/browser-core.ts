import init, * as core from '../../generated/countersign_wasm.js';
import { LocalHost } from '../host/local-host.ts';
import { browserFonts } from './browser-fonts.ts';

let loading: Promise<LocalHost> | undefined;

/**
 * Loads the core once per thread; a failed load is tried again by the next call. The URL is relative to this module, so that
 * bundlers find the file.
 */
export function browserHost(): Promise<LocalHost> {
  loading ??= load();
  return loading;
}

async function load(): Promise<LocalHost> {
  try {
    await init({ module_or_path: new URL('../../generated/countersign_wasm_bg.wasm', import.meta.url) });
    return new LocalHost(core, browserFonts());
  } catch (error) {
    loading = undefined;
    throw error;
  }
}
