// @vitest-environment node
import { describe, expect, it, vi } from 'vitest';
import type { Field } from '#contract/entities/field.ts';
import { createField } from '#contract/entities/field.ts';
import { AppError } from '#web/services/app-error.ts';
import { saveAll, saveFields } from './autosave.ts';
import type { EditorRoot } from './editor.selectors.ts';
import { selectFile, selectUnsaved } from './editor.selectors.ts';
import { editorActions, editorSlice } from './editor.slice.ts';

const server = vi.hoisted(() => ({ fields: [] as unknown[], version: 1, answers: async (): Promise<void> => undefined }));

vi.mock('#web/services/api/call.ts', () => ({
  onSessionLost: () => undefined,
  call: async (id: string, { body }: { body?: { metaVersion?: number; attributes: { fields: unknown[] } } }) => {
    if (id === 'files.updateMeta' && body) {
      if (body.metaVersion !== server.version) throw new AppError('conflict');
      Object.assign(server, { fields: body.attributes.fields, version: server.version + 1 });
      await server.answers();
    }
    return { id: 'f', metaVersion: server.version, attributes: { fields: server.fields } };
  },
}));

const rect = { x: 10, y: 10, width: 20, height: 3 };
const field = (id: string, page = 1, x = 10): Field => createField({ id, page, rect: { ...rect, x } });
const paper = { width: 612, height: 792 };

/** A browser window with the server's version of the file open. */
function openWindow() {
  let state: EditorRoot = { editor: editorSlice.reducer(undefined, editorActions.fileShown('f')) };
  const api = {
    getState: () => state,
    dispatch: (action: unknown): unknown => {
      if (typeof action === 'function') return (action as (dispatch: unknown, getState: unknown) => unknown)(api.dispatch, api.getState);
      state = { editor: editorSlice.reducer(state.editor, action as never) };
      return action;
    },
  };
  const fields = server.fields as Field[];
  api.dispatch(editorActions.fileOpened({ id: 'f', fields, base: { fields, version: server.version } }));
  const file = () => selectFile(state, 'f');
  const ids = () => file()?.history.present.fields.map(({ id }) => id) ?? [];
  const place = (page: number) => api.dispatch(editorActions.fieldPlaced({ type: 'text', page, rect, recipient: null, paper }));
  const move = (id: string, by: number) => api.dispatch(editorActions.fieldsMoved({ ids: [id], by: { x: by, y: 0 } }));
  return { api, file, ids, place, move, save: () => saveAll(api) };
}

const onServer = (): Field[] => server.fields as Field[];
const start = (...fields: Field[]) => Object.assign(server, { fields, version: 1, answers: async () => undefined });

describe('a file that is open in two windows', () => {
  it('keeps fields placed in both windows, on any page', async () => {
    start(field('a'));
    const [one, two] = [openWindow(), openWindow()];
    one.place(1);
    two.place(2);
    expect(await one.save()).toBe(true);
    expect(await two.save()).toBe(true);
    expect(onServer().map(({ page }) => page).sort()).toEqual([1, 1, 2]);
    expect(two.file()).toMatchObject({ save: 'saved', conflict: null });
    expect(two.ids()).toHaveLength(3);
  });

  it('undo removes nothing of the other window', async () => {
    start(field('a'));
    const [one, two] = [openWindow(), openWindow()];
    one.place(1);
    await one.save();
    two.place(2);
    await two.save();
    two.api.dispatch(editorActions.undone());
    expect(two.ids()).toEqual(['a', ...one.ids().filter((id) => id !== 'a')]);
  });

  it.each([['mine', 15], ['theirs', 12]] as const)('asks about a field that both moved: %s', async (side, x) => {
    start(field('a'), field('b', 2));
    const [one, two] = [openWindow(), openWindow()];
    one.move('a', 2);
    one.move('b', 3);
    await one.save();
    two.move('a', 5);
    expect(await two.save()).toBe(false);
    expect(onServer()[0]?.rect.x).toBe(12);
    expect(two.file()?.conflict?.version).toBe(2);
    expect(await two.save()).toBe(false);
    two.api.dispatch(editorActions.conflictResolved({ id: 'f', side }));
    expect(await two.save()).toBe(true);
    expect(onServer().map(({ rect: at }) => at.x)).toEqual([x, 13]);
  });

  it('does not take its own save for a change of another window', async () => {
    start(field('a'));
    const one = openWindow();
    let answer = (): void => undefined;
    server.answers = () => new Promise((resolve) => (answer = resolve));
    one.move('a', 2);
    const saving = one.save();
    await vi.waitFor(() => expect(server.version).toBe(2));
    one.move('a', 3);
    one.api.dispatch(editorActions.othersChangesReceived({ id: 'f', theirs: { fields: onServer(), version: 2 } }));
    expect(one.file()?.conflict).toBeNull();
    server.answers = async () => undefined;
    answer();
    await saving;
    expect(await one.save()).toBe(true);
    expect(onServer()[0]?.rect.x).toBe(15);
  });

  it('recognizes its own save after a lost response', async () => {
    start(field('a'), field('b'));
    const one = openWindow();
    server.answers = async () => {
      throw new AppError('unknown_network_error');
    };
    one.move('a', 2);
    expect(await one.save()).toBe(false);
    server.answers = async () => undefined;
    one.move('a', 3);
    expect(await one.save()).toBe(true);
    expect(one.file()?.conflict).toBeNull();
    expect(onServer()[0]?.rect.x).toBe(15);
  });

  it('follows the other window while it has no changes of its own', () => {
    start(field('a'));
    const two = openWindow();
    two.api.dispatch(editorActions.othersChangesReceived({ id: 'f', theirs: { fields: [field('a'), field('b')], version: 2 } }));
    expect(two.ids()).toEqual(['a', 'b']);
    expect(two.file()).toMatchObject({ save: 'saved', base: { version: 2 } });
  });

  it('restores changes stored before a crash on top of the server’s state', async () => {
    start(field('a'), field('theirs'));
    const two = openWindow();
    two.api.dispatch(editorActions.draftRestored({ id: 'f', base: [field('a')], mine: [field('a'), field('kept')] }));
    expect(two.ids().sort()).toEqual(['a', 'kept', 'theirs']);
    expect(await two.save()).toBe(true);
    two.api.dispatch(editorActions.undone());
    expect(two.ids()).toEqual(['a', 'theirs']);
  });

  it('restores nothing if the server has every change', () => {
    start(field('a'), field('kept'));
    const two = openWindow();
    const before = two.file();
    two.api.dispatch(editorActions.draftRestored({ id: 'f', base: [field('a')], mine: [field('a'), field('kept')] }));
    expect(two.file()).toBe(before);
  });
});

it('what belongs to an end-to-end encrypted request is never saved, and keeps nothing else from being saved', async () => {
  start();
  const { api, place } = openWindow();
  api.dispatch(editorActions.fileOpened({ id: 'encrypted', fields: [], isNeverSaved: true, fresh: true }));
  api.dispatch(editorActions.fileShown('encrypted'));
  place(1);
  expect(selectUnsaved(api.getState())).toEqual([]);
  expect([await saveFields(api, 'encrypted'), await saveAll(api), onServer()]).toEqual([true, true, []]);
});
