import { withEngine } from '../engine/core/engine.service.ts';
import { layOut } from '../engine/xhtml/xhtml-layout.ts';
import { isXhtml, readXhtml } from '../engine/xhtml/xhtml.service.ts';
import type { PdfFacts } from './inspect-pdf.ts';
import { inspectPdf } from './inspect-pdf.ts';

/** Opens a PDF or XHTML file before the upload and returns its properties. */
export async function inspectFile(file: Blob & { readonly name?: string }): Promise<PdfFacts> {
  if (!isXhtml(file)) return inspectPdf(file);
  const page = await readXhtml(file);
  const fields = await layOut(page.html, page.fields);
  const isForm = fields.length > 0 && (await withEngine((engine) => engine.isForm(fields, 1)));
  return { pages: 1, fields, isForm, unsignable: null };
}
