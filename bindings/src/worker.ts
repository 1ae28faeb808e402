/**
 * The engine in a browser worker: `createWorkerEngine()`.
 *
 * @module
 */
import { connectEngine } from './custom-worker.ts';
import type { Engine } from './engine.ts';

export type * from './engine.ts';
export { EngineError } from './errors.ts';
export { blobOf, bytesOf } from './rewriting/new-file.ts';

/**
 * Starts a worker with its own instance of the core. `close()` terminates the worker and frees its memory: start one for a
 * large job, and close it afterwards.
 *
 * @example
 * import { createWorkerEngine } from '@countersign/core/worker';
 *
 * const engine = createWorkerEngine();
 * const response = await fetch('form.pdf');
 * const document = await engine.open(await response.blob());
 * console.log(document.info.pages);
 * await engine.close();
 */
export function createWorkerEngine(): Engine {
  return connectEngine(new Worker(new URL('./transports/browser-worker.js', import.meta.url), { type: 'module' }));
}
