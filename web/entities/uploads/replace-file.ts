import type { Field } from '#contract/entities/field.ts';
import type { FileMeta } from '#contract/entities/file.ts';
import { putBody } from '#web/services/api/bodies.ts';
import { call } from '#web/services/api/call.ts';
import { inspectPdf } from '#web/services/uploads/inspect-pdf.ts';
import { saveFields } from '#web/services/uploads/upload-file.ts';
import { joinFields } from '../field/file-fields.ts';
import { fileReceived } from '../files/files.slice.ts';
import type { AppDispatch } from '../store.ts';

const mimeType = 'application/pdf';

interface Replacing {
  readonly signal?: AbortSignal;
  readonly onProgress: (share: number) => void;
}

/**
 * Uploads a PDF as the next version of a file and returns the fields to save with it. Placed fields stay on the pages that the new
 * version has. Fields of the old PDF stay if the new one has fields of the same name.
 */
export async function storeNextVersion({ id, attributes }: FileMeta, pdf: Blob, { signal, onProgress }: Replacing): Promise<Field[]> {
  const { pages, fields } = await inspectPdf(pdf);
  signal?.throwIfAborted();
  const { url } = await call('files.updateUrl', { params: { id }, body: { mimeType, size: pdf.size } }, signal ? { signal } : {});
  await putBody(url, pdf, { mimeType, onProgress, ...(signal ? { signal } : {}) });
  const names = new Set(fields.map(({ fieldName }) => fieldName));
  const remaining = attributes.fields.filter(({ page, pdfFieldId, fieldName }) => page <= pages && (pdfFieldId === null || names.has(fieldName)));
  return joinFields(remaining, fields);
}

/** Saves the fields of a version that was uploaded. */
export const saveFieldsOfVersion = (id: string, fields: Field[]) => async (dispatch: AppDispatch): Promise<void> => {
  dispatch(fileReceived(await saveFields(id, fields)));
};
