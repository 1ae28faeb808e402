import type { Field } from '#contract/entities/field.ts';
import { timing } from '#contract/limits/timing.ts';
import { readCachedUnder, writeCached } from '../../storage/database.ts';

/**
 * Detected fields of a document and the pages that were analysed. Stored page by page, because cloning the fields of
 * hundreds of pages at once would block the main thread.
 */
interface DetectedFieldsCache {
  readonly fields: readonly Field[];
  readonly detectedPages: readonly number[];
}

/** Key of the cache. The size is part of it, because another version may have other fields. */
export interface DetectedDocument {
  readonly fileId: string;
  readonly bytes: number;
  /** The signed-in person; null for visitors. */
  readonly userId: string | null;
}

interface StoredPage {
  readonly page: number;
  readonly fields: readonly Field[];
}

const VISITOR = 'visitor';
const ownerOf = ({ userId }: DetectedDocument): string => userId ?? VISITOR;
const nameOf = ({ fileId, bytes }: DetectedDocument): string => `detectedFieldsCache/${fileId}/${bytes}/`;

/** Reads cached results, a few pages at a time. */
export async function* readDetected(document: DetectedDocument): AsyncGenerator<DetectedFieldsCache> {
  for await (const found of readCachedUnder(ownerOf(document), nameOf(document))) {
    const fresh = found.filter(({ writtenAt }) => Date.now() - writtenAt < timing.pageCacheFreshness);
    const pages = fresh.map(({ value }) => value as StoredPage);
    yield { fields: pages.flatMap(({ fields }) => fields), detectedPages: pages.map(({ page }) => page) };
  }
}

/** Stores the result of one page. */
export function storeDetected(document: DetectedDocument, page: number, fields: readonly Field[]): Promise<void> {
  return writeCached(ownerOf(document), `${nameOf(document)}${page}`, { page, fields } satisfies StoredPage);
}
