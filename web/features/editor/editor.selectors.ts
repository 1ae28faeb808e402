import { createSelector, weakMapMemoize } from '@reduxjs/toolkit';
import type { Field } from '#contract/entities/field.ts';
import { isSigned } from '#contract/entities/field-list.ts';
import type { PageGroups } from '#web/services/fields/page-groups.ts';
import { isUnassigned } from '#web/entities/field/unassigned.ts';
import { inReadingOrder, pageGrouping } from '#web/services/fields/page-groups.ts';
import type { EditedFile, EditorState } from './edited-file.ts';
import { editorSlice } from './editor.slice.ts';
import { undecidedIn } from './proposals.ts';

export interface EditorRoot {
  /** Missing until the lazily injected slice has handled its first action. */
  readonly editor?: EditorState;
}

const none: Field[] = [];

const unassignedIn = weakMapMemoize((fields: Field[]): Field[] => fields.filter(isUnassigned));
const unopened = editorSlice.getInitialState();

const editorOf = (root: EditorRoot): EditorState => root.editor ?? unopened;

const selectActiveFile = (root: EditorRoot): EditedFile | undefined => {
  const { active, files } = editorOf(root);
  return active ? files[active] : undefined;
};

/** Whether fields can be placed: the fields of the document are known. A large one takes a moment. */
export const selectIsReady = (root: EditorRoot): boolean => selectActiveFile(root) !== undefined;

export const selectActiveId = (root: EditorRoot): string | null => editorOf(root).active;

export const selectFile = (root: EditorRoot, id: string): EditedFile | undefined => editorOf(root).files[id];

export const selectFields = (root: EditorRoot): Field[] =>
  selectActiveFile(root)?.history.present.fields ?? none;

export const selectFieldsOf = (root: EditorRoot, id: string): Field[] =>
  editorOf(root).files[id]?.history.present.fields ?? none;

export const selectProposals = (root: EditorRoot): Field[] => {
  const file = selectActiveFile(root);
  return file ? undecidedIn(file) : none;
};

/** The proposal under review. */
export const selectReview = (root: EditorRoot): string | null => editorOf(root).review;

export const selectSelection = (root: EditorRoot): string[] => editorOf(root).selection;

/** The field to scroll into view, once its file is open. */
export const selectRevealed = (root: EditorRoot): Field | undefined => {
  const { revealed } = editorOf(root);
  return revealed === null ? undefined : selectFields(root).find(({ id }) => id === revealed);
};

export const selectTool = (root: EditorRoot) => editorOf(root).tool;
export const selectPhoneCapture = (root: EditorRoot) => editorOf(root).phoneCapture;
export const selectIsLooking = (root: EditorRoot) => editorOf(root).looking;
export const selectDayForm = (root: EditorRoot) => editorOf(root).dayForm;
export const selectAssignee = (root: EditorRoot) => editorOf(root).assignee;

const grouped = pageGrouping();
/** Completed signatures are drawn with the page and can't be edited. */
const selectByPage = createSelector([selectFields], (fields) => grouped(fields.filter((field) => !isSigned(field))));
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

export const selectOpenFiles = (root: EditorRoot): Readonly<Record<string, EditedFile>> => editorOf(root).files;
export const selectIsStoredLocally = (root: EditorRoot): boolean => editorOf(root).storedLocally;

/** The first file with an unresolved conflict. */
export const selectConflict = createSelector([selectOpenFiles], (files) => {
  const found = Object.entries(files).find(([, file]) => file.conflict);
  return found ? { id: found[0], file: found[1] } : null;
});

/** Files with undecided proposals. */
export const selectUndecided = createSelector([selectOpenFiles], (files) =>
  Object.entries(files).flatMap(([id, file]) => (undecidedIn(file).length > 0 ? [{ id, proposals: undecidedIn(file) }] : [])),
);

/** Unassigned fields of each open file. */
export const selectUnassigned = createSelector([selectOpenFiles], (files) =>
  Object.entries(files).flatMap(([id, file]) => {
    const fields = unassignedIn(file.history.present.fields);
    return fields.length > 0 ? [{ id, fields }] : [];
  }),
);

export const selectHasUnassigned = (root: EditorRoot): boolean => selectUnassigned(root).length > 0;

/** Files with unsaved changes. */
export const selectUnsaved = createSelector([selectOpenFiles], (files) =>
  Object.entries(files).flatMap(([id, file]) => (file.save === 'saved' || file.isNeverSaved ? [] : [id])),
);
