import { withEngine } from '../engine/core/engine.service.ts';
import { layOut } from '../engine/xhtml/xhtml-layout.ts';
import { isXhtml, readXhtml } from '../engine/xhtml/xhtml.service.ts';
import type { PdfFacts } from './inspect-pdf.ts';
import { inspectPdf } from './inspect-pdf.ts';

/** Opens a file before it is taken, whatever it is, and says what is in it. */
export async function inspectFile(file: Blob & { readonly name?: string }): Promise<PdfFacts> {
  if (!isXhtml(file)) return inspectPdf(file);
  const page = await readXhtml(file);
  const fields = await layOut(page.html, page.fields);
  const isForm = fields.length > 0 && (await withEngine((engine) => engine.isForm(fields, 1)));
  // A page of the web has no widgets, so nobody can sign it.
  return { pages: 1, fields, isForm, unsignable: 'sign_not_pdf' };
}
