import type { Field } from '#contract/entities/field.ts';
import { timing } from '#contract/limits.ts';
import { startListening } from '#web/entities/store.ts';
import { updateFile } from '#web/entities/files/files.requests.ts';
import { selectFile, selectUnsaved } from './editor.selectors.ts';
import type { EditorRoot } from './editor.selectors.ts';
import { editorActions } from './editor.slice.ts';

/** A field as it is stored: without what only the screen knows. */
export function storedField(field: Field): Field {
  return { ...field, mode: 'normal' };
}

const LONGEST_WAIT = 81_000;

export interface Saver {
  getState: () => EditorRoot;
  dispatch: (action: unknown) => unknown;
}

/** Writes one file's fields; resolves to whether the server has them. */
export async function saveFields(api: Saver, id: string): Promise<boolean> {
  const file = selectFile(api.getState(), id);
  if (!file) return true;
  const fields = file.history.valid.map(storedField);
  api.dispatch(editorActions.saveStarted(id));
  const outcome = (await api.dispatch(updateFile({ id, attributes: { fields } }))) as { meta: { requestStatus: string } };
  const failed = outcome.meta.requestStatus !== 'fulfilled';
  api.dispatch(editorActions.saveEnded({ id, version: file.version, failed }));
  return !failed;
}

/** Everything that waits, at once: before sending and when the editor is left. */
export async function saveAll(api: Saver): Promise<boolean> {
  const outcomes = await Promise.all(selectUnsaved(api.getState()).map((id) => saveFields(api, id)));
  return outcomes.every(Boolean);
}

/** Saves the fields of the active file once they have rested for five seconds. Returns what ends it. */
export function startAutosave(): () => void {
  return startListening({
    predicate: (action, current, previous) => {
      if (editorActions.saveStarted.match(action) || editorActions.saveEnded.match(action)) return false;
      return selectUnsaved(current as EditorRoot) !== selectUnsaved(previous as EditorRoot) || action.type.startsWith('editor/');
    },
    effect: async (_, api) => {
      if (selectUnsaved(api.getState() as EditorRoot).length === 0) return;
      api.cancelActiveListeners();
      await api.delay(timing.fileEditSyncDebounce);
      let wait: number = timing.retryBackoffStart;
      while (!(await api.pause(saveAll(api as unknown as Saver)))) {
        wait = Math.min(wait * timing.retryBackoffFactor, LONGEST_WAIT);
        await api.delay(wait);
      }
    },
  });
}
