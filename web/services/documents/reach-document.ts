import { toAppError } from '../app-error.ts';
import type { TransferOptions } from '../api/document-download.ts';
import { downloadOf } from '../api/bodies.ts';
import type { DistantBody } from '../engine/pages/pages.service.ts';
import { continueVerified } from './verified-document.ts';

/** Bytes. Smaller bodies are faster in one request than in ranges. */
const SMALL = 512 * 1024;

/** A body for viewing: the whole if it is small or here already, otherwise a download that is read in ranges. */
export async function reachDocument(fileId: string, options: TransferOptions & { version?: number } = {}): Promise<Blob | DistantBody> {
  const download = await downloadOf(fileId, options);
  if (!download.body) await continueVerified(download).catch((error: unknown) => console.info('The document is fetched whole', toAppError(error).code));
  if (download.body) return download.body;
  return download.size <= SMALL ? download.complete(options) : download;
}
