import type { PdfDocument } from '@countersign/core/node';
import type { UploadedBody } from './document-checker.ts';

/** Bytes. Of a smaller document, all objects are read as fast as their description. */
const describedFrom = 2_000_000;
/** Bytes; some ten per object. More is not stored. */
const longestDescription = 1_000_000;

/** Describes the objects of a large document, unless its prefix came with a description, which serves what continues it too. */
export async function describeObjects(document: PdfDocument, { size, prefix }: UploadedBody): Promise<Uint8Array | null> {
  if (size < describedFrom || prefix?.objects !== undefined) return null;
  const objects = await document.describeObjects();
  return objects.length <= longestDescription ? objects : null;
}
