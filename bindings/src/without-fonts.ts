/**
 * The engine of a page without the fonts of the package, which bundlers would copy: ten megabytes in some 230 files. Text that Helvetica
 * lacks is drawn with the fonts that the caller names (`fonts`) or passes to a call.
 *
 * @module
 */
import { type AssetOptions, fetchFontOf, fontStoreOf, type FontSource } from './assets.ts';
import type { Engine } from './engine.ts';
import { HostEngine } from './host/host-engine.ts';
import type { CoreModule } from './operations.ts';
import { browserHost } from './transports/browser-core.ts';
import { serve } from './transports/serve.ts';

export type * from './engine.ts';
export type { AssetOptions, FontSource } from './assets.ts';
export type { CoreModule } from './operations.ts';
export { EngineError } from './errors.ts';
export { rulesFrom } from './scripts.ts';
export { blobOf, bytesOf } from './rewriting/new-file.ts';
export { connectEngine } from './transports/connect.ts';

/** Loads the core into the current thread. Throws `connection_failed` if the module can't be loaded. */
export async function createInlineEngine({ module, fonts = false }: AssetOptions = {}): Promise<Engine> {
  const host = await browserHost(fontStoreOf(fonts, fetchFontOf), module);
  return new HostEngine(host, () => host.closeAll());
}

/** In a worker: serves the engine over its messages, as `serveEngine` of `@countersign/core/custom-worker` does. */
export function serveEngine(load: () => Promise<CoreModule>, { fonts = false }: { fonts?: FontSource } = {}): void {
  serve(load, () => fontStoreOf(fonts, fetchFontOf));
}
