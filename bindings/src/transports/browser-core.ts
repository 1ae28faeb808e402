import init, * as core from '../../generated/countersign_wasm.js';
import type { AssetOptions } from '../assets.ts';
import { connectionFailed } from '../errors.ts';
import type { FontStore } from '../fonts/font-store.ts';
import { LocalHost } from '../host/local-host.ts';

let initialising: Promise<unknown> | undefined;

/**
 * A host of the core, which is loaded once per thread; a failed load is tried again by the next call. Throws `connection_failed`.
 * Without `module`, the address is relative to this file, so that bundlers find the module.
 */
export async function browserHost(fonts: FontStore, module?: AssetOptions['module']): Promise<LocalHost> {
  try {
    await (initialising ??= init({ module_or_path: module ?? new URL('../../generated/countersign_wasm_bg.wasm', import.meta.url) }));
  } catch (error) {
    initialising = undefined;
    throw connectionFailed(error);
  }
  return new LocalHost(core, fonts);
}
