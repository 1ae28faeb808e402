/** The adapter that comlink ships without declarations. */
declare module 'comlink/dist/esm/node-adapter.mjs' {
  import type { Endpoint } from 'comlink';
  import type { MessagePort, Worker } from 'node:worker_threads';

  /** Makes a Node port or worker speak as a browser's port does. */
  export default function nodeEndpoint(port: MessagePort | Worker): Endpoint;
}
