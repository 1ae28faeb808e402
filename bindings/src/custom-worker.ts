/**
 * The engine in a worker of your own, for programs that start workers themselves or load the module in their own way.
 *
 * @module
 */
import { expose, releaseProxy, wrap } from 'comlink/dist/esm/comlink.mjs';
import type { Engine } from './engine.ts';
import type { EngineHost } from './host/host.ts';
import { HostEngine } from './host/host-engine.ts';
import { LocalHost } from './host/local-host.ts';
import type { CoreModule } from './operations.ts';
import { browserFonts } from './transports/browser-fonts.ts';
import { exposedHost } from './transports/comlink-host.ts';

export type * from './engine.ts';
export type { CoreModule } from './operations.ts';
export { EngineError } from './errors.ts';
export { blobOf, bytesOf } from './rewriting/new-file.ts';

/**
 * In the worker: serves the engine over the worker's messages. `load` is called with the first request and returns the
 * initialised module; requests that arrive earlier wait for it.
 *
 * @example
 * import { serveEngine } from '@countersign/core/custom-worker';
 *
 * serveEngine(() => import('@countersign/core/module'));
 */
export function serveEngine(load: () => Promise<CoreModule>): void {
  let host: Promise<LocalHost> | undefined;
  expose(exposedHost(() => (host ??= load().then((core) => new LocalHost(core, browserFonts())))));
}

/**
 * In the page: the engine of a worker that calls `serveEngine`. `close()` terminates the worker and frees its memory.
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
  return new HostEngine(host, () => {
    host[releaseProxy]();
    worker.terminate();
  });
}
