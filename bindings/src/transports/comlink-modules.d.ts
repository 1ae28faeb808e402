/**
 * Modules of comlink that come without declarations. By the package's name Node takes its script, and with that its loader of
 * scripts: 5 MB of memory.
 */
declare module 'comlink/dist/esm/comlink.mjs' {
  export * from 'comlink';
}

declare module 'comlink/dist/esm/node-adapter.mjs' {
  import type { Endpoint } from 'comlink';
  import type { MessagePort, Worker } from 'node:worker_threads';

  /** Makes a Node port or worker speak as a browser's port does. */
  export default function nodeEndpoint(port: MessagePort | Worker): Endpoint;
}
