import type { Field } from '#contract/entities/field.ts';
import type { FileMeta } from '#contract/entities/file.ts';
import { timing } from '#contract/limits/timing.ts';
import { fetchFile, updateFile } from '#web/entities/files/files.requests.ts';
import { onServiceReturned } from '#web/services/availability.ts';
import { startListening } from '#web/entities/store.ts';
import type { ErrorInfo } from '#web/services/app-error.ts';
import { selectFile, selectUnsaved } from './editor.selectors.ts';
import type { EditorRoot } from './editor.selectors.ts';
import type { ServerFields } from './edited-file.ts';
import { editorActions } from './editor.slice.ts';

/** A field as it is stored, without UI state. */
export function storedField(field: Field): Field {
  return { ...field, mode: 'normal' };
}

const serverFieldsOf = ({ attributes, metaVersion }: Pick<FileMeta, 'attributes' | 'metaVersion'>): ServerFields => ({
  fields: attributes.fields, version: metaVersion,
});

const LONGEST_WAIT = 81_000;
/** Upper bound of save attempts, so that somebody else's frequent saves can't block this one for ever. */
const TRIES = 5;

interface Saver {
  getState: () => EditorRoot;
  dispatch: (action: unknown) => unknown;
}

interface Outcome {
  meta: { requestStatus: string };
  payload?: FileMeta | ErrorInfo;
}

/** Merges a newer server version; false if there is none, it can't be fetched, or the person has to resolve a conflict. */
async function takeTheirs(api: Saver, id: string): Promise<boolean> {
  const answer = (await api.dispatch(fetchFile({ id }))) as Outcome;
  if (answer.meta.requestStatus !== 'fulfilled') return false;
  const theirs = serverFieldsOf(answer.payload as FileMeta);
  if (selectFile(api.getState(), id)?.base?.version === theirs.version) return false;
  api.dispatch(editorActions.othersChangesReceived({ id, theirs }));
  return !selectFile(api.getState(), id)?.conflict;
}

/** Saves one file's fields; resolves to whether the server has them. */
export async function saveFields(api: Saver, id: string, tries = 1): Promise<boolean> {
  const file = selectFile(api.getState(), id);
  if (!file || file.isNeverSaved) return true;
  if (file.conflict) return false;
  const fields = file.history.valid.fields.map(storedField);
  api.dispatch(editorActions.saveStarted(id));
  const outcome = (await api.dispatch(updateFile({ id, attributes: { fields }, ...(file.base ? { metaVersion: file.base.version } : {}) }))) as Outcome;
  const failed = outcome.meta.requestStatus !== 'fulfilled';
  const saved = failed ? {} : { saved: serverFieldsOf(outcome.payload as FileMeta) };
  const stale = failed && (outcome.payload as ErrorInfo | undefined)?.code === 'conflict';
  api.dispatch(editorActions.saveEnded({ id, version: file.version, failed, refused: stale, ...saved }));
  if (stale && tries < TRIES && (await takeTheirs(api, id))) return saveFields(api, id, tries + 1);
  return !failed;
}

/** Running saves by file id. A second save waits, because its base version is about to change. */
const running = new Map<string, Promise<boolean>>();

async function saveInTurn(api: Saver, id: string): Promise<boolean> {
  while (running.has(id)) await running.get(id);
  if (!selectUnsaved(api.getState()).includes(id)) return true;
  const saving = saveFields(api, id).finally(() => {
    if (running.get(id) === saving) running.delete(id);
  });
  running.set(id, saving);
  return saving;
}

/** Saves all pending changes at once: before sending and on leaving the editor. */
export async function saveAll(api: Saver): Promise<boolean> {
  const outcomes = await Promise.all(selectUnsaved(api.getState()).map((id) => saveInTurn(api, id)));
  return outcomes.every(Boolean);
}

/** Conflicts wait for the person and are not retried. */
const isAllInConflict = (root: EditorRoot): boolean => selectUnsaved(root).every((id) => selectFile(root, id)?.conflict);

/** The next moment at which what failed is worth another try. */
const serviceReturn = (): Promise<void> =>
  new Promise((resolve) => {
    const leave = onServiceReturned(() => {
      leave();
      resolve();
    });
  });

/** Saves fields after a pause in editing, and at intervals during continuous editing. Returns a function that stops it. */
export function startAutosave(): () => void {
  let changedAt = 0;
  return startListening({
    predicate: (action, current, previous) => {
      if (editorActions.saveStarted.match(action) || editorActions.saveEnded.match(action)) return false;
      return selectUnsaved(current as EditorRoot) !== selectUnsaved(previous as EditorRoot) || action.type.startsWith('editor/');
    },
    effect: async (_, api) => {
      const root = (): EditorRoot => api.getState() as EditorRoot;
      if (selectUnsaved(root()).length === 0) return;
      api.cancelActiveListeners();
      changedAt ||= Date.now();
      await api.delay(Math.max(0, Math.min(timing.draftSaveDelay, changedAt + timing.fileEditSyncDebounce - Date.now())));
      changedAt = 0;
      let wait: number = timing.retryBackoffStart;
      while (!(await api.pause(saveAll(api as unknown as Saver)))) {
        if (isAllInConflict(root())) return;
        wait = Math.min(wait * timing.retryBackoffFactor, LONGEST_WAIT);
        await Promise.race([api.delay(wait), serviceReturn()]);
      }
    },
  });
}
