import { withDocument } from '../engine/core/engine.service.ts';

/**
 * The same document without its protection, so that whoever is asked can open it. Fails with `pdf_incorrect_password`
 * for a wrong password, and with `failed_to_decrypt` where this one only opens the document and may not change it.
 */
export async function unlockPdf(file: File, password: string): Promise<File> {
  const { blobOf } = await import('@countersign/core/custom-worker');
  const open = await withDocument(file, async (document) => blobOf(file, await document.decrypt()), password);
  return new File([open], file.name, { type: open.type });
}
