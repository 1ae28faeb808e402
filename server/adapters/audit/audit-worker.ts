/** Runs in a thread of its own: setting text with large fonts takes a second that the server has no right to. */
import { parentPort, workerData } from 'node:worker_threads';
import { renderAudit } from './audit-document.ts';
import type { AuditFacts } from './audit-facts.ts';

parentPort?.postMessage(await renderAudit(workerData as AuditFacts));
