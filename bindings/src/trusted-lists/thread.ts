/** Entry of a thread that reads one list and ends. */
import { parentPort, workerData } from 'node:worker_threads';
import { toErrorData } from '../errors.ts';
import { readTrustedList } from './trusted-list.ts';

const { list, certificates, now } = workerData as { list: Uint8Array; certificates: Uint8Array[]; now: number };
try {
  parentPort?.postMessage({ list: readTrustedList(list, certificates, now) });
} catch (error) {
  parentPort?.postMessage({ error: toErrorData(error) });
}
