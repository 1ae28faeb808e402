import { Worker } from 'node:worker_threads';
import type { AuditFacts } from './audit-facts.ts';

const timeLimit = 60_000;

/** Renders the audit trail in a worker thread; the PDF isn't sealed yet. */
export function renderAuditApart(facts: AuditFacts): Promise<Uint8Array> {
  const worker = new Worker(new URL('./audit-worker.ts', import.meta.url), { workerData: facts, resourceLimits: { maxOldGenerationSizeMb: 512 } });
  return new Promise<Uint8Array>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('Writing the audit took too long')), timeLimit);
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`The audit's thread ended with ${code}`)));
    worker.once('exit', () => clearTimeout(timer));
  }).finally(() => worker.terminate());
}
