import { expose } from 'comlink/dist/esm/comlink.mjs';
import type { LocalHost } from '../host/local-host.ts';
import { browserHost } from './browser-core.ts';
import { browserFonts } from './browser-fonts.ts';
import { exposedHost } from './comlink-host.ts';
import { assetsOf } from './worker-assets.ts';

const assets = assetsOf(globalThis);
let host: Promise<LocalHost> | undefined;

// Exposed before the core is loaded, so that early messages wait instead of being lost.
expose(exposedHost(() => (host ??= load())));

async function load(): Promise<LocalHost> {
  const { module, fonts } = await assets;
  return browserHost(browserFonts(fonts), module).catch((error: unknown) => {
    host = undefined;
    throw error;
  });
}
