/**
 * The engine in a browser worker: `createWorkerEngine()`.
 *
 * @module
 */
import type { AssetOptions } from './assets.ts';
import type { Engine } from './engine.ts';
import { EngineError } from './errors.ts';
import { connectEngine } from './transports/connect.ts';
import { sendAssets } from './transports/worker-assets.ts';

export type * from './engine.ts';
export type { AssetOptions } from './assets.ts';
export { EngineError } from './errors.ts';
export { rulesFrom } from './scripts.ts';
export { blobOf, bytesOf } from './rewriting/new-file.ts';

/** Where the files of the package are. A function can't be sent to the worker, so `fonts` is an address or `false`. */
export interface WorkerOptions {
  module?: AssetOptions['module'];
  fonts?: string | URL | false;
  /** The script of the worker (`dist/transports/browser-worker.js` of the package, bundled): its address, or a worker started from it. */
  worker?: string | URL | Worker;
}

/**
 * Starts a worker with its own instance of the core. `close()` terminates the worker and frees its memory: start one for a
 * large job, and close it afterwards. If the worker or the module can't be loaded, calls throw `connection_failed`.
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
export function createWorkerEngine({ worker, ...assets }: WorkerOptions = {}): Engine {
  const started = worker instanceof Worker ? worker : start(worker);
  const engine = connectEngine(started);
  sendAssets(started, assets);
  return engine;
}

function start(script: string | URL | undefined): Worker {
  try {
    return script === undefined ? new Worker(new URL('./transports/browser-worker.js', import.meta.url), { type: 'module' }) : new Worker(script, { type: 'module' });
  } catch (error) {
    throw new EngineError('connection_failed', `The worker can't be started: ${error instanceof Error ? error.message : String(error)}`);
  }
}
