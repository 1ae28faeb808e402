// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { createField } from '#contract/entities/field.ts';
import { editorActions, editorSlice } from './editor.slice.ts';
import type { EditorState } from './edited-file.ts';
import { undecidedIn } from './proposals.ts';

const { reducer } = editorSlice;
const rect = { x: 10, y: 10, width: 20, height: 3 };
const paper = { width: 612, height: 792 };

function opened(): EditorState {
  let state = reducer(undefined, editorActions.fileOpened({ id: 'f', fields: [] }));
  state = reducer(state, editorActions.fileShown('f'));
  return state;
}

const fieldsOf = (state: EditorState) => state.files['f']?.history.present.fields ?? [];
const proposalsOf = (state: EditorState) => (state.files['f'] ? undecidedIn(state.files['f']) : []);
const place = () =>
  editorActions.fieldPlaced({ type: 'text', page: 1, rect, recipient: null, paper });

describe('editor slice', () => {
  it('selects a placed field and undoes the placement', () => {
    let state = reducer(opened(), place());
    expect(fieldsOf(state)).toHaveLength(1);
    expect(state.selection).toEqual([fieldsOf(state)[0]?.id]);
    state = reducer(state, editorActions.undone());
    expect(fieldsOf(state)).toEqual([]);
    expect(state.selection).toEqual([]);
    expect(fieldsOf(reducer(state, editorActions.redone()))).toHaveLength(1);
  });

  it('proposes each detected field once, even if it is detected again', () => {
    const found = (id: string, x: number) => createField({ id, page: 1, rect: { ...rect, x } });
    let state = reducer(opened(), editorActions.fieldsDetected({ id: 'f', fields: [found('a', 10), found('b', 40)] }));
    state = reducer(state, editorActions.proposalsAccepted({ ids: ['a'] }));
    state = reducer(state, editorActions.fieldsDetected({ id: 'f', fields: [found('c', 10), found('d', 40), found('e', 70)] }));
    expect(proposalsOf(state).map(({ id }) => id)).toEqual(['b', 'e']);
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
    expect(proposalsOf(state)).toEqual([]);
  });

  it('restores proposals with undo and keeps those detected meanwhile', () => {
    const proposal = (id: string, x: number) => createField({ id, page: 1, rect: { ...rect, x }, detected: true });
    const ids = (state: EditorState) => proposalsOf(state).map(({ id }) => id);
    let state = reducer(opened(), editorActions.fieldsDetected({ id: 'f', fields: [proposal('a', 10), proposal('b', 40)] }));
    state = reducer(state, editorActions.proposalsAccepted({}));
    expect([ids(state), fieldsOf(state).length]).toEqual([[], 2]);
    state = reducer(state, editorActions.fieldsDetected({ id: 'f', fields: [proposal('c', 70)] }));
    state = reducer(state, editorActions.undone());
    expect([ids(state), fieldsOf(state).length]).toEqual([['a', 'b', 'c'], 0]);
    const saving = state.files['f']?.version;
    state = reducer(state, editorActions.proposalsDropped({ ids: ['b'] }));
    expect(ids(state)).toEqual(['a', 'c']);
    expect(state.files['f']?.version).toBe(saving);
    expect(ids(reducer(state, editorActions.undone()))).toEqual(['a', 'b', 'c']);
    // Repeating the detection proposes discarded fields again, without duplicates.
    state = reducer(state, editorActions.fieldsDetected({ id: 'f', fields: [proposal('d', 40), proposal('e', 10)] }));
    expect(ids(state)).toEqual(['a', 'c', 'd']);
    expect(ids(reducer(state, editorActions.undone()))).toEqual(['a', 'c', 'd']);
  });

  it('reverts a changed type of a proposal with undo', () => {
    let state = reducer(opened(), editorActions.fieldsDetected({ id: 'f', fields: [createField({ id: 'a', page: 1, rect })] }));
    state = reducer(state, editorActions.proposalRetyped({ id: 'a', type: 'date' }));
    expect(proposalsOf(state)).toMatchObject([{ id: 'a', type: 'date' }]);
    expect(proposalsOf(reducer(state, editorActions.undone()))).toMatchObject([{ id: 'a', type: 'text' }]);
  });

  it('accepts a proposal with a changed type and the defaults of that type', () => {
    let state = reducer(opened(), editorActions.fieldsDetected({ id: 'f', fields: [createField({ id: 'a', page: 1, rect, detected: true })] }));
    state = reducer(state, editorActions.proposalRetyped({ id: 'a', type: 'signature' }));
    state = reducer(state, editorActions.proposalsAccepted({}));
    expect(fieldsOf(state)[0]).toMatchObject({ type: 'signature', required: true, permittedTypes: ['draw', 'typeIn', 'upload', 'smartphone'], fieldName: 'signature-a' });
  });

  it('assigns unassigned fields to a sole signer without a step in the history', () => {
    const to = { email: 'ada@example.org', phone: null, role: null };
    let state = reducer(opened(), place());
    state = reducer(state, editorActions.unassignedGiven({ to, silent: true }));
    expect(fieldsOf(state)[0]?.recipient).toEqual(to);
    expect(state.files['f']?.history.past).toHaveLength(1);
    expect(state.files['f']?.save).toBe('waiting');
    expect(reducer(state, editorActions.unassignedGiven({ to }))).toBe(state);
    state = reducer(reducer(opened(), place()), editorActions.unassignedGiven({ to }));
    expect(fieldsOf(reducer(state, editorActions.undone()))[0]?.recipient).toBeNull();
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
