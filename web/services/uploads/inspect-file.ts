import { isXhtml, readXhtml } from '../engine/xhtml.service.ts';
import type { PdfFacts } from './inspect-pdf.ts';
import { inspectPdf } from './inspect-pdf.ts';

/** Opens a file before it is taken, whatever it is, and says what is in it. */
export async function inspectFile(file: Blob & { readonly name?: string }): Promise<PdfFacts> {
  if (!isXhtml(file)) return inspectPdf(file);
  await readXhtml(file);
  // A page of the web has no widgets, so nobody can fill or sign it.
  return { pages: 1, fields: [], isForm: false, unsignable: 'invalid_file_extension' };
}
