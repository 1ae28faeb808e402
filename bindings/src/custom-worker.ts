/**
 * The engine in a worker of your own, for programs that start workers themselves or load the module in their own way.
 *
 * @module
 */
import type { FontSource } from './assets.ts';
import type { CoreModule } from './operations.ts';
import { browserFonts } from './transports/browser-fonts.ts';
import { serve } from './transports/serve.ts';

export type * from './engine.ts';
export type { CoreModule } from './operations.ts';
export type { FontSource } from './assets.ts';
export { EngineError } from './errors.ts';
export { rulesFrom } from './scripts.ts';
export { blobOf, bytesOf } from './rewriting/new-file.ts';
export { connectEngine } from './transports/connect.ts';

/**
 * In the worker: serves the engine over the worker's messages. `load` is called with the first request and returns the
 * initialised module; requests that arrive earlier wait for it, and after a failure the next request calls it again. `fonts`: where the
 * fonts are, if not where a bundler puts those of the package.
 *
 * @example
 * import { serveEngine } from '@countersign/core/custom-worker';
 *
 * serveEngine(() => import('@countersign/core/module'));
 */
export function serveEngine(load: () => Promise<CoreModule>, { fonts }: { fonts?: FontSource } = {}): void {
  serve(load, () => browserFonts(fonts));
}
