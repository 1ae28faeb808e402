import { parentPort, workerData } from 'node:worker_threads';
import { expose } from 'comlink/dist/esm/comlink.mjs';
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs';
import type { LocalHost } from '../host/local-host.ts';
import { exposedHost } from '../transports/comlink-host.ts';
import { nodeHost } from './node-core.ts';
import { openRemote } from './remote-source.ts';

let host: LocalHost | undefined;

if (!parentPort) throw new Error('This module runs in a worker thread');
expose(
  exposedHost(async () => (host ??= nodeHost({ ...workerData?.assets, remote: openRemote }))),
  nodeEndpoint(parentPort),
);
