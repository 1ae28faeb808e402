import type { FileMeta } from '#contract/entities/file.ts';
import { joinFieldsInSlices } from '#web/entities/field/file-fields.ts';
import type { AppDispatch } from '#web/entities/store.ts';
import type { EditorRoot } from '#web/features/editor/editor.selectors.ts';
import { selectFile, selectPhoneCapture } from '#web/features/editor/editor.selectors.ts';
import { editorActions } from '#web/features/editor/editor.slice.ts';
import { fetchBody } from '#web/services/api/bodies.ts';
import { toAppError } from '#web/services/app-error.ts';
import { knownPassword } from '#web/services/documents/document-password.ts';
import { readNamedFields } from '#web/services/engine/core/file-fields.service.ts';

/**
 * Takes the fields of documents into the editor that nobody has looked at there: a form's own fields are filled by
 * somebody, too. A document that can't be read is left as it is; placing its fields says why.
 */
export async function openUnseenFiles(files: readonly FileMeta[], store: { getState: () => EditorRoot }, dispatch: AppDispatch): Promise<void> {
  const unseen = files.filter(({ id, ext }) => ext === 'pdf' && selectFile(store.getState(), id) === undefined);
  await Promise.all(
    unseen.map(async ({ id, version, attributes }) => {
      try {
        const { body } = await fetchBody(id, { version });
        const inFile = await readNamedFields(body, knownPassword());
        const fields = await joinFieldsInSlices(attributes.fields, inFile, new AbortController().signal, selectPhoneCapture(store.getState()));
        if (fields && selectFile(store.getState(), id) === undefined) {
          dispatch(editorActions.fileOpened({ id, fields, fresh: fields.length > attributes.fields.length }));
        }
      } catch (error) {
        console.warn('The fields of a document could not be read', toAppError(error).code);
      }
    }),
  );
}
