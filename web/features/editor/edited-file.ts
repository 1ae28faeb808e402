/** A file in the editor: fields and decisions as an undo history, detected fields and the save state. */
import type { Field, FieldRecipient, FieldType } from '#contract/entities/field.ts';
import { counts } from '#contract/limits/counts.ts';
import { fieldsAreValid } from './field-edits.ts';
import type { History } from './history.ts';
import { record, startHistory } from './history.ts';

export type SaveState = 'saved' | 'waiting' | 'saving' | 'failed';

/** The content of one undo step. */
export interface Content {
  readonly fields: Field[];
  /** Ids of accepted and discarded proposals. */
  readonly decided: readonly string[];
  /** Proposals with a changed type, by id. */
  readonly retyped: Readonly<Record<string, Field>>;
}

/** The fields of a file on the server, with the version of its metadata. */
export interface ServerFields {
  readonly fields: readonly Field[];
  readonly version: number;
}

export interface EditedFile {
  readonly history: History<Content>;
  /** All detected fields, including decided proposals, which undo can restore. */
  readonly found: Field[];
  readonly save: SaveState;
  /** Its fields must not reach the server: they are part of an end-to-end encrypted request. */
  readonly isNeverSaved: boolean;
  /** Incremented by each change, so that a save can tell whether it is still the latest. */
  readonly version: number;
  /** The server state that the changes are based on; null for a file in this browser. */
  readonly base: ServerFields | null;
  /** Saves without an answer: running, or the answer was lost. The server may hold any of them. */
  readonly unanswered: readonly (readonly Field[])[];
  /** The server's version in a conflict, until the person resolves it. */
  readonly conflict: ServerFields | null;
}

export interface EditorState {
  readonly files: Record<string, EditedFile>;
  readonly active: string | null;
  readonly selection: string[];
  /** The proposal under review. */
  readonly review: string | null;
  /** The field to scroll into view. */
  readonly revealed: string | null;
  readonly tool: FieldType | null;
  readonly assignee: FieldRecipient | null;
  readonly clipboard: Field[];
  /** Whether phone capture is available; true while unknown. */
  readonly phoneCapture: boolean;
  /** The author's date format. */
  readonly dayForm: string;
  /** Whether detection is running. */
  readonly looking: boolean;
  /** Whether this browser stores unsaved changes. */
  readonly storedLocally: boolean;
}

export const contentIsValid = ({ fields }: Content): boolean => fieldsAreValid(fields);

export const untouched = (fields: Field[], base: ServerFields | null = null, isNeverSaved = false): EditedFile => ({
  history: startHistory({ fields, decided: [], retyped: {} }),
  found: [],
  save: 'saved',
  isNeverSaved,
  version: 0,
  base,
  unanswered: [],
  conflict: null,
});

export function withFile(state: EditorState, id: string, change: Partial<EditedFile>): EditorState {
  const file = state.files[id];
  return file ? { ...state, files: { ...state.files, [id]: { ...file, ...change } } } : state;
}

/** Sets a new history. Decisions alone need no saving: the server stores fields. */
export function withHistory(state: EditorState, id: string, history: History<Content>): EditorState {
  const file = state.files[id];
  if (!file || history === file.history) return state;
  const there = new Set(history.present.fields.map((field) => field.id));
  const changed = history.present.fields !== file.history.present.fields;
  const next = { ...file, history, ...(changed ? { save: 'waiting' as const, version: file.version + 1 } : {}) };
  return {
    ...state,
    selection: id === state.active ? state.selection.filter((each) => there.has(each)) : state.selection,
    files: { ...state.files, [id]: next },
  };
}

/** Records new content of a file as one undo step. */
export function withContent(state: EditorState, id: string | null, next: (content: Content) => Content): EditorState {
  const file = id === null ? undefined : state.files[id];
  if (!file || id === null) return state;
  const content = next(file.history.present);
  return withHistory(state, id, record(file.history, content, counts.undoHistory, contentIsValid));
}

/** Records new fields of the active file as one undo step. */
export const withFields = (state: EditorState, next: (fields: Field[]) => Field[]): EditorState =>
  withContent(state, state.active, (content) => {
    const fields = next(content.fields);
    return fields === content.fields ? content : { ...content, fields };
  });

export function stepHistory(state: EditorState, step: (history: History<Content>) => History<Content>): EditorState {
  const file = state.active ? state.files[state.active] : undefined;
  return file && state.active ? withHistory(state, state.active, step(file.history)) : state;
}

/** Replaces a file with its merged version; removed fields leave the selection. */
export function withMerged(state: EditorState, id: string, merge: (file: EditedFile) => EditedFile): EditorState {
  const file = state.files[id];
  const merged = file && merge(file);
  if (!merged || merged === file) return state;
  const there = new Set(merged.history.present.fields.map((field) => field.id));
  const selection = state.active === id ? state.selection.filter((each) => there.has(each)) : state.selection;
  return { ...state, selection, files: { ...state.files, [id]: merged } };
}
