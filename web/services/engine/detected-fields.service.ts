import type { Field } from '#contract/entities/field.ts';
import { timing } from '#contract/limits.ts';
import { readCached, writeCached } from '../storage/database.ts';

/** What was found in a document so far, and on which pages it was looked for. */
export interface DetectedFieldsCache {
  readonly fields: readonly Field[];
  readonly detectedPages: readonly number[];
}

/** The document as it was looked through: other bytes may have other fields. */
export interface DetectedDocument {
  readonly fileId: string;
  readonly bytes: number;
  /** The signed-in person; what visitors find is kept under no name. */
  readonly userId: string | null;
}

interface Kept extends DetectedFieldsCache {
  readonly bytes: number;
}

const VISITOR = 'visitor';
const nameOf = ({ fileId }: DetectedDocument): string => `detectedFieldsCache/${fileId}`;

export const nothingDetected: DetectedFieldsCache = { fields: [], detectedPages: [] };

/** What is known of the document from before. */
export async function readDetected(document: DetectedDocument): Promise<DetectedFieldsCache> {
  const found = await readCached(document.userId ?? VISITOR, nameOf(document));
  const kept = found?.value as Kept | undefined;
  if (!found || !kept || kept.bytes !== document.bytes) return nothingDetected;
  return Date.now() - found.writtenAt < timing.pageCacheFreshness ? { fields: kept.fields, detectedPages: kept.detectedPages } : nothingDetected;
}

export function writeDetected(document: DetectedDocument, { fields, detectedPages }: DetectedFieldsCache): Promise<void> {
  const kept: Kept = { fields, detectedPages, bytes: document.bytes };
  return writeCached(document.userId ?? VISITOR, nameOf(document), kept);
}
