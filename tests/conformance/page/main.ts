import { createWorkerEngine } from '@countersign/core/worker';
import { serveEngine } from '../remote-engine.ts';

// Bytes become a Blob here, as a chosen file is one: ranges of it are read in the worker.
const asBlob = (source: unknown) => (source instanceof Uint8Array ? new Blob([source as BlobPart]) : source);

Object.assign(globalThis, { answer: serveEngine(createWorkerEngine(), asBlob) });
