import { withDocument } from '../engine/core/engine.service.ts';

/**
 * The same pages and fields in a file that is written anew, so that every program reads the same in it. Signatures
 * can't be copied and are left out. Fails with `pdf_corrupted` where the document can't be read as a whole.
 */
export async function cleanCopyOf(file: File, name: string): Promise<File> {
  const { blobOf } = await import('@countersign/core/custom-worker');
  const copy = await withDocument(file, async (document) => blobOf(file, await document.stripSignatures()));
  return new File([copy], name, { type: copy.type });
}
