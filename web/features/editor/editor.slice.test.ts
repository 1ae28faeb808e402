// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { createField } from '#contract/entities/field.ts';
import { editorActions, editorSlice } from './editor.slice.ts';
import type { EditorState } from './editor.slice.ts';

const { reducer } = editorSlice;
const rect = { x: 10, y: 10, width: 20, height: 3 };
const paper = { width: 612, height: 792 };

function opened(): EditorState {
  let state = reducer(undefined, editorActions.fileOpened({ id: 'f', fields: [] }));
  state = reducer(state, editorActions.fileShown('f'));
  return state;
}

const fieldsOf = (state: EditorState) => state.files['f']?.history.present ?? [];
const place = () =>
  editorActions.fieldPlaced({ type: 'text', page: 1, rect, recipient: null, paper });

describe('editor slice', () => {
  it('selects what was placed and undoes it', () => {
    let state = reducer(opened(), place());
    expect(fieldsOf(state)).toHaveLength(1);
    expect(state.selection).toEqual([fieldsOf(state)[0]?.id]);
    state = reducer(state, editorActions.undone());
    expect(fieldsOf(state)).toEqual([]);
    expect(state.selection).toEqual([]);
    expect(fieldsOf(reducer(state, editorActions.redone()))).toHaveLength(1);
  });

  it('proposes each place once, however often it is found', () => {
    const found = (id: string, x: number) => createField({ id, page: 1, rect: { ...rect, x } });
    let state = reducer(opened(), editorActions.fieldsDetected({ id: 'f', fields: [found('a', 10), found('b', 40)] }));
    state = reducer(state, editorActions.proposalsAccepted({ ids: ['a'] }));
    state = reducer(state, editorActions.fieldsDetected({ id: 'f', fields: [found('c', 10), found('d', 40), found('e', 70)] }));
    expect(state.files['f']?.proposals.map(({ id }) => id)).toEqual(['b', 'e']);
  });

  it('accepts proposals for the chosen recipient and drops the rest', () => {
    const proposal = (id: string) => createField({ id, page: 1, rect, detected: true });
    const recipient = { email: 'ada@example.org', phone: null, role: null };
    let state = reducer(opened(), editorActions.assigneeChosen(recipient));
    state = reducer(
      state,
      editorActions.fieldsDetected({ id: 'f', fields: [proposal('a'), proposal('b')] }),
    );
    state = reducer(state, editorActions.proposalsAccepted({ ids: ['a'] }));
    expect(fieldsOf(state)[0]).toMatchObject({ id: 'a', recipient });
    state = reducer(state, editorActions.proposalsDropped({}));
    expect(state.files['f']?.proposals).toEqual([]);
  });

  it('knows whether a save is still the latest', () => {
    let state = reducer(opened(), place());
    const version = state.files['f']?.version ?? 0;
    state = reducer(state, editorActions.saveStarted('f'));
    state = reducer(state, place());
    state = reducer(state, editorActions.saveEnded({ id: 'f', version, failed: false }));
    expect(state.files['f']?.save).toBe('waiting');
  });

  it('keeps unsaved work when the same file is opened again', () => {
    const state = reducer(opened(), place());
    const again = reducer(state, editorActions.fileOpened({ id: 'f', fields: [] }));
    expect(fieldsOf(again)).toHaveLength(1);
  });
});
