import { expose } from 'comlink/dist/esm/comlink.mjs';
import { browserHost } from './browser-core.ts';
import { exposedHost } from './comlink-host.ts';

// Exposed before the core is loaded: messages that arrive meanwhile wait for it and are not lost.
expose(exposedHost(browserHost));
