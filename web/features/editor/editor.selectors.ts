import { createSelector } from '@reduxjs/toolkit';
import type { Field } from '#contract/entities/field.ts';
import type { PageGroups } from '#web/services/fields/page-groups.ts';
import { inReadingOrder, pageGrouping } from '#web/services/fields/page-groups.ts';
import type { EditedFile, EditorState } from './editor.slice.ts';
import { editorSlice } from './editor.slice.ts';

export interface EditorRoot {
  /** Missing until the slice of this lazily loaded screen has seen its first action. */
  readonly editor?: EditorState;
}

const none: Field[] = [];
const unopened = editorSlice.getInitialState();

const editorOf = (root: EditorRoot): EditorState => root.editor ?? unopened;

export const selectActiveFile = (root: EditorRoot): EditedFile | undefined => {
  const { active, files } = editorOf(root);
  return active ? files[active] : undefined;
};

export const selectFile = (root: EditorRoot, id: string): EditedFile | undefined => editorOf(root).files[id];

export const selectFields = (root: EditorRoot): Field[] =>
  selectActiveFile(root)?.history.present ?? none;

export const selectFieldsOf = (root: EditorRoot, id: string): Field[] =>
  editorOf(root).files[id]?.history.present ?? none;

export const selectProposals = (root: EditorRoot): Field[] =>
  selectActiveFile(root)?.proposals ?? none;

export const selectSelection = (root: EditorRoot): string[] => editorOf(root).selection;

export const selectTool = (root: EditorRoot) => editorOf(root).tool;
export const selectAssignee = (root: EditorRoot) => editorOf(root).assignee;

const selectByPage = createSelector([selectFields], pageGrouping());
const selectProposalsByPage = createSelector([selectProposals], pageGrouping());

const pageOf = (groups: PageGroups, page: number): Field[] => {
  const group = groups.get(page);
  return group ? inReadingOrder(group) : none;
};

export const selectFieldsOnPage = (root: EditorRoot, page: number): Field[] => pageOf(selectByPage(root), page);

export const selectProposalsOnPage = (root: EditorRoot, page: number): Field[] => pageOf(selectProposalsByPage(root), page);

export const selectSelectedFields = createSelector(
  [selectFields, selectSelection],
  (fields, selection) => fields.filter((field) => selection.includes(field.id)),
);

export const selectUndoSteps = createSelector([selectActiveFile], (file) => ({
  canUndo: (file?.history.past.length ?? 0) > 0,
  canRedo: (file?.history.future.length ?? 0) > 0,
  broken: file ? file.history.present !== file.history.valid : false,
}));

export const selectSaveState = (root: EditorRoot) => selectActiveFile(root)?.save ?? 'saved';

const selectFiles = (root: EditorRoot) => editorOf(root).files;

/** The files of the editor that are not yet on the server. */
export const selectUnsaved = createSelector([selectFiles], (files) =>
  Object.entries(files).flatMap(([id, file]) => (file.save === 'saved' ? [] : [id])),
);
