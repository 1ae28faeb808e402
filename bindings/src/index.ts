/**
 * The document core of Countersign: types, errors, and the engine in the current thread of a browser.
 * Use `@countersign/core/worker` to keep the page's main thread free and `@countersign/core/node` in Node.
 *
 * @module
 */
import type { Engine } from './engine.ts';
import { HostEngine } from './host/host-engine.ts';
import { browserHost } from './transports/browser-core.ts';

export type * from './engine.ts';
export { EngineError } from './errors.ts';
export { blobOf, bytesOf } from './rewriting/new-file.ts';

/** Loads the core into the current thread. */
export async function createInlineEngine(): Promise<Engine> {
  const host = await browserHost();
  return new HostEngine(host, () => host.closeAll());
}
