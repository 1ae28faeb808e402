import { releaseProxy, wrap } from 'comlink/dist/esm/comlink.mjs';
import type { Engine } from '../engine.ts';
import type { EngineHost } from '../host/host.ts';
import { HostEngine } from '../host/host-engine.ts';
import { guardedWorker } from './guarded-worker.ts';

/**
 * In the page: the engine of a worker that calls `serveEngine`. `close()` terminates the worker and frees its memory. If the worker
 * can't be loaded, calls throw `connection_failed`.
 *
 * @example
 * import { connectEngine } from '@countersign/core/custom-worker';
 *
 * const engine = connectEngine(new Worker(new URL('./my.worker.js', import.meta.url), { type: 'module' }));
 * const response = await fetch('form.pdf');
 * const document = await engine.open(await response.blob());
 * console.log(document.info.pages);
 * await engine.close();
 */
export function connectEngine(worker: Worker): Engine {
  const host = wrap<EngineHost>(worker);
  return new HostEngine(guardedWorker(host, worker), () => {
    host[releaseProxy]();
    worker.terminate();
  });
}
