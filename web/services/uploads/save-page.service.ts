import { putBody } from '../api/bodies.ts';
import { call } from '../api/call.ts';
import type { ControlValues } from '../engine/xhtml/xhtml-fill.ts';
import { fillXhtml } from '../engine/xhtml/xhtml-fill.ts';
import { XHTML } from '../engine/xhtml/xhtml.service.ts';
import type { PdfFacts } from './inspect-pdf.ts';
import { inspectFile } from './inspect-file.ts';

/** Uploads a filled XHTML page as the new body of its file; returns its properties. */
export async function savePage(id: string, body: Blob, values: ControlValues): Promise<PdfFacts> {
  const filled = await fillXhtml(body, values);
  const facts = await inspectFile(filled);
  const { url } = await call('files.updateUrl', { params: { id }, body: { mimeType: XHTML, size: filled.size } });
  await putBody(url, filled, { mimeType: XHTML });
  return facts;
}
