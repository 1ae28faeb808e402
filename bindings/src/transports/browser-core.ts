import init, * as core from '../../generated/countersign_wasm.js';
import { LocalHost } from '../host/local-host.ts';

let loading: Promise<LocalHost> | undefined;

/** Loads the core once in this thread. The address is relative to this module, so that every bundler finds the file. */
export function browserHost(): Promise<LocalHost> {
  loading ??= init({ module_or_path: new URL('../../generated/countersign_wasm_bg.wasm', import.meta.url) }).then(() => new LocalHost(core));
  return loading;
}
