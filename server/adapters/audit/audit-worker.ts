/** Runs in a worker thread: laying out text with large fonts takes about a second, which would block the server. */
import { parentPort } from 'node:worker_threads';
import { renderAudit } from './audit-document.ts';
import type { AuditFacts } from './audit-facts.ts';

// A failure is an unhandled rejection, which ends the thread with an error.
parentPort?.on('message', (facts: AuditFacts) => void renderAudit(facts).then((pdf) => parentPort?.postMessage(pdf)));
