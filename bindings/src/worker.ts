/**
 * The engine in a browser worker: `createWorkerEngine()`.
 *
 * @module
 */
import { releaseProxy, wrap } from 'comlink/dist/esm/comlink.mjs';
import type { Engine } from './engine.ts';
import type { EngineHost } from './host/host.ts';
import { HostEngine } from './host/host-engine.ts';

export type * from './engine.ts';
export { EngineError } from './errors.ts';
export { blobOf, bytesOf } from './rewriting/new-file.ts';

/**
 * Starts a worker with a core of its own. Its memory goes back to the system with `close()`: use one for a large job
 * and close it then.
 *
 * @example
 * const engine = createWorkerEngine();
 * const document = await engine.open(fileFromAnInput);
 */
export function createWorkerEngine(): Engine {
  const worker = new Worker(new URL('./transports/browser-worker.js', import.meta.url), { type: 'module' });
  const host = wrap<EngineHost>(worker);
  return new HostEngine(host, () => {
    host[releaseProxy]();
    worker.terminate();
  });
}
