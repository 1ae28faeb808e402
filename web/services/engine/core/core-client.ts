/** What talks to a worker with the core, loaded with the first. */
export { connectEngine } from '@countersign/core/custom-worker';
export { WatchedWorker } from './watched-worker.ts';
