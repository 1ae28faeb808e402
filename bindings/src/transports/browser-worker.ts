import { expose } from 'comlink/dist/esm/comlink.mjs';
import { browserHost } from './browser-core.ts';
import { exposedHost } from './comlink-host.ts';

// Exposed before the core is loaded, so that early messages wait instead of being lost.
expose(exposedHost(browserHost));
