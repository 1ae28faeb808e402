import { createInlineEngine } from '@countersign/core';
import { createWorkerEngine } from '@countersign/core/worker';
import { serveEngine } from '../remote-engine.ts';

// Bytes become a Blob here, as a chosen file is one: ranges of it are read in the worker.
const asBlob = (source: unknown) => (source instanceof Uint8Array ? new Blob([source as BlobPart]) : source);

const codeOf = (call: Promise<unknown>): Promise<string> => call.then(() => 'done', (error: { name?: string; code?: string }) => `${error.name} ${error.code}`);

/** What engines answer whose files are not there. */
async function lost(): Promise<Record<string, string>> {
  const noWorker = createWorkerEngine({ worker: '/absent/worker.js' });
  const noModule = createWorkerEngine({ module: '/absent/core.wasm' });
  const bytes = new Uint8Array([37]);
  return {
    worker: await codeOf(noWorker.open(bytes)),
    workerAgain: await codeOf(noWorker.missingCharacters('a')),
    module: await codeOf(noModule.open(bytes)),
    closed: await codeOf(noWorker.close()),
    inline: await codeOf(createInlineEngine({ module: '/absent/core.wasm' })),
    inlineAgain: await codeOf(createInlineEngine()),
  };
}

Object.assign(globalThis, { answer: serveEngine(createWorkerEngine(), asBlob), lost });
