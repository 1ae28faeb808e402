/** Runs in a worker thread: laying out text with large fonts takes about a second, which would block the server. */
import { parentPort, workerData } from 'node:worker_threads';
import { renderAudit } from './audit-document.ts';
import type { AuditFacts } from './audit-facts.ts';

parentPort?.postMessage(await renderAudit(workerData as AuditFacts));
