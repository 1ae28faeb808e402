/** Runs in a worker thread: laying out text with large fonts takes about a second, which would block the server. */
import { parentPort } from 'node:worker_threads';
import { renderAudit } from './audit-document.ts';
import { renderReceipt } from './receipt-document.ts';
import type { Report } from './render-report.ts';

const render = (report: Report): Promise<Buffer> => (report.kind === 'audit' ? renderAudit(report.facts) : renderReceipt(report.facts));

// A failure is an unhandled rejection, which ends the thread with an error.
parentPort?.on('message', (report: Report) => void render(report).then((pdf) => parentPort?.postMessage(pdf)));
