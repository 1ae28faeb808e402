import { createWorkerEngine } from '@countersign/core/worker';

const engine = createWorkerEngine();

/** Fills the chosen file; how long it took, from the file to the new bytes, and how many those are. */
async function fillChosen(values: Record<string, string>): Promise<{ milliseconds: number; newBytes: number }> {
  const file = document.querySelector('input')?.files?.[0];
  if (!file) throw new Error('No file was chosen');
  const began = performance.now();
  const opened = await engine.open(file);
  const tail = await opened.merge(values);
  return { milliseconds: performance.now() - began, newBytes: tail.bytes.length };
}

/** Loads the core, which is not measured. */
const ready = () => engine.isForm([], 1);

Object.assign(globalThis, { fillChosen, ready });
