import type { Field } from '#contract/entities/field.ts';
import { timing } from '#contract/limits.ts';
import { readCachedUnder, writeCached } from '../../storage/database.ts';

/**
 * What was found in a document so far, and on which pages it was looked for. It is kept page by page: copying the
 * fields of five hundred pages in one go would hold the browser up.
 */
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

interface StoredPage {
  readonly page: number;
  readonly fields: readonly Field[];
}

const VISITOR = 'visitor';
const ownerOf = ({ userId }: DetectedDocument): string => userId ?? VISITOR;
const nameOf = ({ fileId, bytes }: DetectedDocument): string => `detectedFieldsCache/${fileId}/${bytes}/`;

/** What is known of the document from before, a few pages at a time. */
export async function* readDetected(document: DetectedDocument): AsyncGenerator<DetectedFieldsCache> {
  for await (const found of readCachedUnder(ownerOf(document), nameOf(document))) {
    const fresh = found.filter(({ writtenAt }) => Date.now() - writtenAt < timing.pageCacheFreshness);
    const pages = fresh.map(({ value }) => value as StoredPage);
    yield { fields: pages.flatMap(({ fields }) => fields), detectedPages: pages.map(({ page }) => page) };
  }
}

/** One page was looked through. */
export function storeDetected(document: DetectedDocument, page: number, fields: readonly Field[]): Promise<void> {
  return writeCached(ownerOf(document), `${nameOf(document)}${page}`, { page, fields } satisfies StoredPage);
}
