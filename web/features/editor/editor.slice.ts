import { createSlice, isDraft, nanoid, original } from '@reduxjs/toolkit';
import type { PayloadAction } from '@reduxjs/toolkit';
import type { Field, FieldRecipient, FieldType } from '#contract/entities/field.ts';
import { counts } from '#contract/limits.ts';
import type { Point, Rect, Size } from '#web/entities/field/geometry.ts';
import type { RecipientReplacement } from './field-edits.ts';
import {
  copyForPaste,
  copyToPages,
  fieldsAreValid,
  isSameRecipient,
  moveAll,
  placedField,
  reassigned,
  replaceFields,
  sizedTo,
} from './field-edits.ts';
import type { History } from './history.ts';
import { back, forward, record, rollback, startHistory } from './history.ts';

export type SaveState = 'saved' | 'waiting' | 'saving' | 'failed';

export interface EditedFile {
  readonly history: History<Field[]>;
  readonly proposals: Field[];
  readonly save: SaveState;
  /** Grows with each change, so that a save knows whether it is still the latest. */
  readonly version: number;
}

export interface EditorState {
  readonly files: Record<string, EditedFile>;
  readonly active: string | null;
  readonly selection: string[];
  readonly tool: FieldType | null;
  readonly assignee: FieldRecipient | null;
  readonly clipboard: Field[];
}

const initialState: EditorState = {
  files: {},
  active: null,
  selection: [],
  tool: null,
  assignee: null,
  clipboard: [],
};

const untouched = (fields: Field[]): EditedFile => ({
  history: startHistory(fields),
  proposals: [],
  save: 'saved',
  version: 0,
});

/** A new state of the active file's fields, as one step of its history. */
function withFields(state: EditorState, next: (fields: Field[]) => Field[]): EditorState {
  const file = state.active ? state.files[state.active] : undefined;
  if (!file || !state.active) return state;
  const fields = next(file.history.present);
  if (fields === file.history.present) return state;
  const history = record(file.history, fields, counts.undoHistory, fieldsAreValid);
  return withHistory(state, state.active, file, history);
}

function withHistory(
  state: EditorState,
  id: string,
  file: EditedFile,
  history: History<Field[]>,
): EditorState {
  if (history === file.history) return state;
  const there = new Set(history.present.map((field) => field.id));
  return {
    ...state,
    selection: state.selection.filter((each) => there.has(each)),
    files: { ...state.files, [id]: { ...file, history, save: 'waiting', version: file.version + 1 } },
  };
}

function stepHistory(
  state: EditorState,
  step: (history: History<Field[]>) => History<Field[]>,
): EditorState {
  const file = state.active ? state.files[state.active] : undefined;
  return file && state.active ? withHistory(state, state.active, file, step(file.history)) : state;
}

function withFile(state: EditorState, id: string, change: Partial<EditedFile>): EditorState {
  const file = state.files[id];
  return file ? { ...state, files: { ...state.files, [id]: { ...file, ...change } } } : state;
}

const onSamePlace = (a: Field, b: Field): boolean =>
  a.page === b.page && a.rect.x === b.rect.x && a.rect.y === b.rect.y && a.rect.width === b.rect.width && a.rect.height === b.rect.height;

/** Whoever looks for fields again gets no second one where one was found before. */
function notThereYet(file: EditedFile, found: readonly Field[]): Field[] {
  const pages = new Set(found.map((field) => field.page));
  const there = [...file.history.present, ...file.proposals].filter((field) => pages.has(field.page));
  return found.filter((field) => !there.some((each) => onSamePlace(each, field)));
}

interface Placement {
  id: string;
  type: FieldType;
  page: number;
  rect: Rect;
  recipient: FieldRecipient | null;
  paper: Size;
}

/**
 * The state without Immer's drafts: the reducers here build new objects themselves, and walking
 * through thousands of fields for drafts would cost more than the change.
 */
function plain(state: unknown): EditorState {
  return (isDraft(state) ? original(state) : state) as EditorState;
}

export const editorSlice = createSlice({
  name: 'editor',
  initialState,
  reducers: {
    /** `fresh`: the fields are not what the server has; they wait to be saved. */
    fileOpened(state, { payload }: PayloadAction<{ id: string; fields: Field[]; fresh?: boolean }>) {
      const known = plain(state).files[payload.id];
      const opened = untouched(payload.fields);
      const file =
        known && known.save !== 'saved'
          ? known
          : { ...opened, save: payload.fresh ? ('waiting' as const) : opened.save };
      return {
        ...plain(state),
        files: { ...plain(state).files, [payload.id]: { ...file, proposals: known?.proposals ?? [] } },
      };
    },
    fileShown(state, { payload }: PayloadAction<string>) {
      return { ...plain(state), active: payload, selection: [], tool: null };
    },
    editorClosed: () => initialState,
    fieldsDetected(state, { payload }: PayloadAction<{ id: string; fields: Field[] }>) {
      const file = plain(state).files[payload.id] as EditedFile | undefined;
      if (!file) return plain(state);
      const fresh = notThereYet(file, payload.fields);
      return fresh.length === 0 ? plain(state) : withFile(plain(state), payload.id, { proposals: [...file.proposals, ...fresh] });
    },
    proposalsAccepted(state, { payload }: PayloadAction<{ ids?: string[] }>) {
      const old = plain(state);
      const file = old.active ? old.files[old.active] : undefined;
      if (!file || !old.active) return old;
      const chosen = new Set(payload.ids ?? file.proposals.map((field) => field.id));
      const accepted = file.proposals.filter((field) => chosen.has(field.id));
      const rest = file.proposals.filter((field) => !chosen.has(field.id));
      const owned = accepted.map((field) => ({ ...field, recipient: old.assignee }));
      const next = withFields(old, (fields) => [...fields, ...owned]);
      return withFile(next, old.active, { proposals: rest });
    },
    proposalsDropped(state, { payload }: PayloadAction<{ ids?: string[] }>) {
      const old = plain(state);
      const file = old.active ? old.files[old.active] : undefined;
      if (!file || !old.active) return old;
      const dropped = payload.ids ? new Set(payload.ids) : null;
      const proposals = dropped ? file.proposals.filter((field) => !dropped.has(field.id)) : [];
      return withFile(old, old.active, { proposals });
    },
    fieldPlaced: {
      prepare: (place: Omit<Placement, 'id'>) => ({ payload: { ...place, id: nanoid() } }),
      reducer(state, { payload }: PayloadAction<Placement>) {
        const next = withFields(plain(state), (fields) => [
          ...fields,
          placedField(payload, fields),
        ]);
        return { ...next, selection: [payload.id], tool: null };
      },
    },
    fieldsMoved(state, { payload }: PayloadAction<{ ids: string[]; by: Point }>) {
      return withFields(plain(state), (fields) => moveAll(fields, payload.ids, payload.by));
    },
    fieldResized(state, { payload }: PayloadAction<{ id: string; rect: Rect; paper: Size }>) {
      return withFields(plain(state), (fields) =>
        fields.map((field) => (field.id === payload.id ? sizedTo(field, payload.rect, payload.paper) : field)),
      );
    },
    /** Fields as they are after a rule of the contract was applied to them. */
    fieldsChanged(state, { payload }: PayloadAction<Field[]>) {
      return withFields(plain(state), (fields) => replaceFields(fields, payload));
    },
    /** A recipient was changed or removed: their fields follow, in every open file. */
    recipientReplaced(state, { payload }: PayloadAction<RecipientReplacement>) {
      let next = plain(state);
      for (const [id, file] of Object.entries(next.files)) {
        const fields = reassigned(file.history.present, payload);
        if (fields === file.history.present) continue;
        const history = record(file.history, fields, counts.undoHistory, fieldsAreValid);
        next = withHistory(next, id, file, history);
      }
      const { assignee } = next;
      const gone = assignee && isSameRecipient(assignee, payload.from);
      return gone ? { ...next, assignee: payload.to } : next;
    },
    fieldsDeleted(state, { payload }: PayloadAction<string[]>) {
      const gone = new Set(payload);
      return withFields(plain(state), (fields) => {
        // What the document itself has cannot be taken out of it.
        const rest = fields.filter((field) => !gone.has(field.id) || field.pdfFieldId !== null);
        return rest.length === fields.length ? fields : rest;
      });
    },
    fieldsCopied(state, { payload }: PayloadAction<Field[]>) {
      return { ...plain(state), clipboard: payload };
    },
    fieldsPasted: {
      prepare: (page: number) => ({ payload: { page, seed: nanoid() } }),
      reducer(state, { payload }: PayloadAction<{ page: number; seed: string }>) {
        const old = plain(state);
        const copies = (there: Field[]) => copyForPaste(old.clipboard, there, payload);
        const file = old.active ? old.files[old.active] : undefined;
        if (!file || old.clipboard.length === 0) return old;
        const pasted = copies(file.history.present);
        const next = withFields(old, (fields) => [...fields, ...pasted]);
        return { ...next, selection: pasted.map((field) => field.id) };
      },
    },
    /** What is selected stays selected: the copies are on other pages. */
    fieldsCopiedToPages: {
      prepare: (ids: string[], pages: number[]) => ({ payload: { ids, pages, seed: nanoid() } }),
      reducer(state, { payload: { ids, ...to } }: PayloadAction<{ ids: string[]; pages: number[]; seed: string }>) {
        return withFields(plain(state), (fields) => {
          const copies = copyToPages(fields.filter(({ id }) => ids.includes(id)), fields, to);
          return copies.length === 0 ? fields : [...fields, ...copies];
        });
      },
    },
    fieldSelected(state, { payload }: PayloadAction<{ id: string; extend: boolean }>) {
      const { id, extend } = payload;
      if (!extend) return { ...plain(state), selection: [id] };
      const has = plain(state).selection.includes(id);
      const selection = has
        ? plain(state).selection.filter((each) => each !== id)
        : [...plain(state).selection, id];
      return { ...plain(state), selection };
    },
    fieldsSelected(state, { payload }: PayloadAction<string[]>) {
      return { ...plain(state), selection: payload };
    },
    toolChosen(state, { payload }: PayloadAction<FieldType | null>) {
      return { ...plain(state), tool: payload };
    },
    assigneeChosen(state, { payload }: PayloadAction<FieldRecipient | null>) {
      return { ...plain(state), assignee: payload };
    },
    undone: (state) => stepHistory(plain(state), (history) => back(history, fieldsAreValid)),
    redone: (state) =>
      stepHistory(plain(state), (history) => forward(history, counts.undoHistory, fieldsAreValid)),
    rolledBack: (state) => stepHistory(plain(state), rollback),
    saveStarted: (state, { payload }: PayloadAction<string>) =>
      withFile(plain(state), payload, { save: 'saving' }),
    saveEnded(state, { payload }: PayloadAction<{ id: string; version: number; failed: boolean }>) {
      const old = plain(state);
      const file = old.files[payload.id];
      if (!file) return old;
      const latest = file.version === payload.version;
      const save: SaveState = payload.failed ? 'failed' : latest ? 'saved' : 'waiting';
      return withFile(old, payload.id, { save });
    },
  },
});

export const editorActions = editorSlice.actions;
