import { expose } from 'comlink/dist/esm/comlink.mjs';
import type { FontStore } from '../fonts/font-store.ts';
import { LocalHost } from '../host/local-host.ts';
import type { CoreModule } from '../operations.ts';
import { exposedHost } from './comlink-host.ts';

/** Serves the engine over the messages of this worker. A failed load is tried again by the next request. */
export function serve(load: () => Promise<CoreModule>, fonts: () => FontStore): void {
  let host: Promise<LocalHost> | undefined;
  const start = async (): Promise<LocalHost> => {
    try {
      return new LocalHost(await load(), fonts());
    } catch (error) {
      host = undefined;
      throw error;
    }
  };
  expose(exposedHost(() => (host ??= start())));
}
