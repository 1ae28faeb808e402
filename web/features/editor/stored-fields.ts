import type { Field } from '#contract/entities/field.ts';
import { startListening } from '#web/entities/store.ts';
import { toAppError } from '#web/services/app-error.ts';
import type { DraftStore } from '#web/services/storage/draft-store.ts';
import { draftStore } from '#web/services/storage/draft-store.ts';
import { storedField } from './autosave.ts';
import { selectFile, selectOpenFiles } from './editor.selectors.ts';
import type { EditorRoot } from './editor.selectors.ts';
import type { EditedFile } from './edited-file.ts';
import { editorActions } from './editor.slice.ts';

type Store = DraftStore<Field[]>;

const stores = new Map<string, Store>();

function storeOf(userId: string, id: string): Store {
  const key = `${userId}/${id}`;
  const store = stores.get(key) ?? draftStore<Field[]>(userId, 'file', id);
  stores.set(key, store);
  return store;
}

/** Stores a file if it has unsaved changes; removes the stored copy once it is saved. */
function storeChanged(store: Store, file: EditedFile, before: EditedFile | undefined): Promise<void> | null {
  if (file.save === 'saved') return before && before.save !== 'saved' ? store.forget() : null;
  if (file.history.present.fields === before?.history.present.fields && file.base === before.base) return null;
  return store.keep({ base: [...(file.base?.fields ?? [])], mine: file.history.present.fields.map(storedField) });
}

/** Stores changed fields in this browser until the server has them. Returns a function that stops it. */
export function startFieldStorageListener(userId: string): () => void {
  return startListening({
    predicate: (action) => action.type.startsWith('editor/') && !editorActions.editorClosed.match(action),
    effect: (_, api) => {
      const before = api.getOriginalState() as EditorRoot;
      for (const [id, file] of Object.entries(selectOpenFiles(api.getState() as EditorRoot))) {
        const old = selectFile(before, id);
        if (file === old || !file.base) continue;
        storeChanged(storeOf(userId, id), file, old)?.catch((error: unknown) => {
          console.warn('This browser keeps no drafts', toAppError(error).code);
          api.dispatch(editorActions.storageFailed());
        });
      }
    },
  });
}

/** Returns stored changes of a file that never reached the server. */
export async function readStoredFields(userId: string, id: string): Promise<{ base: Field[]; mine: Field[] } | null> {
  try {
    return await storeOf(userId, id).read();
  } catch (error) {
    console.warn('What this browser kept can\'t be read', toAppError(error).code);
    return null;
  }
}

export const deleteStoredFields = (userId: string, id: string): Promise<void> =>
  storeOf(userId, id).forget().catch((error: unknown) => console.warn('What this browser kept can\'t be removed', toAppError(error).code));
