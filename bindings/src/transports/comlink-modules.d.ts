/**
 * Modules of comlink without type declarations. Importing by the package name would load the CommonJS build in Node,
 * which costs 5 MB of memory.
 */
declare module 'comlink/dist/esm/comlink.mjs' {
  export * from 'comlink';
}

declare module 'comlink/dist/esm/node-adapter.mjs' {
  import type { Endpoint } from 'comlink';
  import type { MessagePort, Worker } from 'node:worker_threads';

  /** Adapts a Node port or worker to the interface of a browser's port. */
  export default function nodeEndpoint(port: MessagePort | Worker): Endpoint;
}
