/**
 * The document core of Countersign: types, errors, and the engine in the current thread of a browser.
 * Use `@countersign/core/worker` to keep the page's main thread free and `@countersign/core/node` in Node.
 *
 * @module
 */
import type { AssetOptions } from './assets.ts';
import type { Engine } from './engine.ts';
import { HostEngine } from './host/host-engine.ts';
import { browserHost } from './transports/browser-core.ts';
import { browserFonts } from './transports/browser-fonts.ts';

export type * from './engine.ts';
export type { AssetOptions, FontSource } from './assets.ts';
export { EngineError } from './errors.ts';
export { rulesFrom } from './scripts.ts';
export { blobOf, bytesOf } from './rewriting/new-file.ts';

/**
 * Loads the core into the current thread. Throws `connection_failed` if the module can't be loaded; the next call tries again.
 * The module is loaded once: `module` of a later call is ignored.
 */
export async function createInlineEngine({ module, fonts }: AssetOptions = {}): Promise<Engine> {
  const host = await browserHost(browserFonts(fonts), module);
  return new HostEngine(host, () => host.closeAll());
}
