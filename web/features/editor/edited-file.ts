/** A file whose fields are edited: its fields and decisions as an undo history, what was found in it, and whether it is saved. */
import type { Field, FieldRecipient, FieldType } from '#contract/entities/field.ts';
import { counts } from '#contract/limits.ts';
import { fieldsAreValid } from './field-edits.ts';
import type { History } from './history.ts';
import { record, startHistory } from './history.ts';

export type SaveState = 'saved' | 'waiting' | 'saving' | 'failed';

/** What undo and redo step through. */
export interface Content {
  readonly fields: Field[];
  /** Ids of the proposals that were accepted or discarded. */
  readonly decided: readonly string[];
  /** Proposals whose type was changed, by their ids. */
  readonly retyped: Readonly<Record<string, Field>>;
}

/** The fields of a file as the server has them, with the version of its meta. */
export interface ServerFields {
  readonly fields: readonly Field[];
  readonly version: number;
}

export interface EditedFile {
  readonly history: History<Content>;
  /** Everything detection has found, the decided proposals included: undo brings them back. */
  readonly found: Field[];
  readonly save: SaveState;
  /** Grows with each change, so that a save knows whether it is still the latest. */
  readonly version: number;
  /** What the changes are based on; null for what stays in this browser. */
  readonly base: ServerFields | null;
  /** What was sent and is not answered: under way, or its answer was lost. The server may have one of them. */
  readonly unanswered: readonly (readonly Field[])[];
  /** What another saved where something else was done here, until the person has chosen. */
  readonly conflict: ServerFields | null;
}

export interface EditorState {
  readonly files: Record<string, EditedFile>;
  readonly active: string | null;
  readonly selection: string[];
  /** The proposal under review. */
  readonly review: string | null;
  /** The field that is to be brought into sight. */
  readonly revealed: string | null;
  readonly tool: FieldType | null;
  readonly assignee: FieldRecipient | null;
  readonly clipboard: Field[];
  /** Pictures may come from a phone: this installation offers it, or nobody knows yet. */
  readonly phoneCapture: boolean;
  /** How whoever prepares the document writes days. */
  readonly dayForm: string;
  /** Pages are still looked through for fields. */
  readonly looking: boolean;
  /** Whether this browser keeps what is not saved yet. */
  readonly storedLocally: boolean;
}

export const contentIsValid = ({ fields }: Content): boolean => fieldsAreValid(fields);

export const untouched = (fields: Field[], base: ServerFields | null = null): EditedFile => ({
  history: startHistory({ fields, decided: [], retyped: {} }),
  found: [],
  save: 'saved',
  version: 0,
  base,
  unanswered: [],
  conflict: null,
});

export function withFile(state: EditorState, id: string, change: Partial<EditedFile>): EditorState {
  const file = state.files[id];
  return file ? { ...state, files: { ...state.files, [id]: { ...file, ...change } } } : state;
}

/** Decisions alone need no saving: the server keeps fields. */
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

/** New content of a file, as one step of its history. */
export function withContent(state: EditorState, id: string | null, next: (content: Content) => Content): EditorState {
  const file = id === null ? undefined : state.files[id];
  if (!file || id === null) return state;
  const content = next(file.history.present);
  return withHistory(state, id, record(file.history, content, counts.undoHistory, contentIsValid));
}

/** New fields of the active file, as one step of its history. */
export const withFields = (state: EditorState, next: (fields: Field[]) => Field[]): EditorState =>
  withContent(state, state.active, (content) => {
    const fields = next(content.fields);
    return fields === content.fields ? content : { ...content, fields };
  });

export function stepHistory(state: EditorState, step: (history: History<Content>) => History<Content>): EditorState {
  const file = state.active ? state.files[state.active] : undefined;
  return file && state.active ? withHistory(state, state.active, step(file.history)) : state;
}

/** A file merged with what another saved; what is gone is no longer selected. */
export function withMerged(state: EditorState, id: string, merge: (file: EditedFile) => EditedFile): EditorState {
  const file = state.files[id];
  const merged = file && merge(file);
  if (!merged || merged === file) return state;
  const there = new Set(merged.history.present.fields.map((field) => field.id));
  const selection = state.active === id ? state.selection.filter((each) => there.has(each)) : state.selection;
  return { ...state, selection, files: { ...state.files, [id]: merged } };
}
