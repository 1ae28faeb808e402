import type { FileMeta } from '#contract/entities/file.ts';
import { joinFields } from '#web/entities/field/file-fields.ts';
import type { SavePage } from '#web/features/viewer/XhtmlViewer.tsx';
import { savePage } from '#web/services/uploads/save-page.service.ts';
import { saveFields } from '#web/services/uploads/upload-file.ts';

/** Saves a filled XHTML page as the next version of its file and opens it. */
export const pageSaver = (meta: FileMeta, body: Blob, reload: () => void): SavePage => async (values) => {
  const { fields } = await savePage(meta.id, body, values);
  await saveFields(meta.id, joinFields(meta.attributes.fields, fields));
  reload();
};
