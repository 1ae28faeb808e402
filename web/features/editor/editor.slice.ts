import { createSlice, nanoid } from '@reduxjs/toolkit';
import type { PayloadAction } from '@reduxjs/toolkit';
import { withoutDrafts } from '#web/entities/without-drafts.ts';
import type { Field, FieldRecipient, FieldType } from '#contract/entities/field.ts';
import { counts } from '#contract/limits/counts.ts';
import type { Point, Rect, Size } from '#web/entities/field/geometry.ts';
import { assigned } from '#web/entities/field/unassigned.ts';
import type { Side } from '#web/entities/merging/three-way.ts';
import type { Content, EditorState, SaveState, ServerFields } from './edited-file.ts';
import { contentIsValid, stepHistory, untouched, withContent, withFields, withFile, withHistory, withMerged } from './edited-file.ts';
import type { RecipientReplacement } from './field-edits.ts';
import { copyForPaste, copyToPages, isSameRecipient, moveAll, nextOption, placedField, reassigned, replaceFields, sizedTo, withoutFieldsOf } from './field-edits.ts';
import { mergedFile, restoredFile } from './file-merge.ts';
import { amend, back, forward, rollback } from './history.ts';
import { accepted, discarded, retyped, withFound } from './proposals.ts';

const initialState: EditorState = {
  files: {},
  active: null,
  selection: [],
  review: null,
  revealed: null,
  tool: null,
  assignee: null,
  clipboard: [],
  phoneCapture: true,
  dayForm: 'YYYY-MM-DD',
  looking: false,
  storedLocally: true,
};

interface Proposals {
  ids?: string[];
  everywhere?: boolean;
}

const onFiles = (state: EditorState, { everywhere }: Proposals, change: (state: EditorState, id: string) => EditorState): EditorState =>
  (everywhere ? Object.keys(state.files) : [state.active ?? '']).reduce(change, state);

interface Placement {
  id: string;
  type: FieldType;
  page: number;
  rect: Rect;
  recipient: FieldRecipient | null;
  paper: Size;
}

export const editorSlice = createSlice({
  name: 'editor',
  initialState,
  reducers: withoutDrafts<EditorState>()({
    /** `fresh`: the fields differ from the server's and have to be saved; `isNeverSaved`: they must not. */
    fileOpened(state, { payload }: PayloadAction<{ id: string; fields: Field[]; base?: ServerFields; fresh?: boolean; isNeverSaved?: boolean }>) {
      const known = state.files[payload.id];
      const opened = untouched(payload.fields, payload.base, payload.isNeverSaved);
      const file =
        known && known.save !== 'saved'
          ? known
          : { ...opened, save: payload.fresh ? ('waiting' as const) : opened.save };
      return {
        ...state,
        files: { ...state.files, [payload.id]: { ...file, found: known?.found ?? [] } },
      };
    },
    fileShown(state, { payload }: PayloadAction<string>) {
      if (state.active === payload) return state;
      return { ...state, active: payload, selection: [], review: null, tool: null };
    },
    editorClosed: () => initialState,
    fieldsDetected: (state, { payload }: PayloadAction<{ id: string; fields: Field[] }>) => withFound(state, payload.id, payload.fields),
    /** Applies to the active file, or to every file with `everywhere`; `ids` limits the proposals. */
    proposalsAccepted: (state, { payload }: PayloadAction<Proposals>) => onFiles(state, payload, (next, id) => accepted(next, id, payload.ids)),
    proposalsDropped: (state, { payload }: PayloadAction<Proposals>) => onFiles(state, payload, (next, id) => discarded(next, id, payload.ids)),
    proposalRetyped: (state, { payload }: PayloadAction<{ id: string; type: FieldType }>) => retyped(state, payload.id, payload.type),
    reviewed: (state, { payload }: PayloadAction<string | null>) => ({ ...state, review: payload }),
    revealed: (state, { payload }: PayloadAction<string | null>) => ({ ...state, revealed: payload }),
    phoneCaptureKnown: (state, { payload }: PayloadAction<boolean>) => ({ ...state, phoneCapture: payload }),
    lookingChanged: (state, { payload }: PayloadAction<boolean>) => (state.looking === payload ? state : { ...state, looking: payload }),
    dayFormKnown: (state, { payload }: PayloadAction<string>) => ({ ...state, dayForm: payload }),
    fieldPlaced: {
      prepare: (place: Omit<Placement, 'id'>) => ({ payload: { ...place, id: nanoid() } }),
      reducer(state, { payload }: PayloadAction<Placement>) {
        const next = withFields(state, (fields) => [
          ...fields,
          placedField(payload, fields, state),
        ]);
        return { ...next, selection: [payload.id], tool: null };
      },
    },
    /** Adds a radio button to a group, below its lowest one. */
    optionAdded: {
      prepare: (option: { id: string; exportValue: string }) => ({ payload: { ...option, seed: nanoid() } }),
      reducer(state, { payload: { id, exportValue, seed } }: PayloadAction<{ id: string; exportValue: string; seed: string }>) {
        const option = state.active ? nextOption(state.files[state.active]?.history.present.fields ?? [], { id, exportValue, seed }) : null;
        return option ? { ...withFields(state, (fields) => [...fields, option]), selection: [option.id] } : state;
      },
    },
    fieldsMoved(state, { payload }: PayloadAction<{ ids: string[]; by: Point }>) {
      return withFields(state, (fields) => moveAll(fields, payload.ids, payload.by));
    },
    fieldResized(state, { payload }: PayloadAction<{ id: string; rect: Rect; paper: Size }>) {
      return withFields(state, (fields) =>
        fields.map((field) => (field.id === payload.id ? sizedTo(field, payload.rect, payload.paper) : field)),
      );
    },
    /** Fields after a rule of the contract was applied. */
    fieldsChanged(state, { payload }: PayloadAction<Field[]>) {
      return withFields(state, (fields) => replaceFields(fields, payload));
    },
    /** The engine wrote a default number as its format does, unless the value was changed meanwhile. Belongs to the undo step. */
    numberWritten(state, { payload: { file, id, typed, written } }: PayloadAction<{ file: string; id: string; typed: string; written: string }>) {
      const write = (content: Content): Content => {
        const field = content.fields.find((each) => each.id === id && each.value === typed);
        return field && typed !== written ? { ...content, fields: replaceFields(content.fields, [{ ...field, value: written }]) } : content;
      };
      const history = state.files[file]?.history;
      return history ? withHistory(state, file, amend(history, write, contentIsValid)) : state;
    },
    /** A recipient was changed or removed: updates their fields in every open file. */
    recipientReplaced(state, { payload }: PayloadAction<RecipientReplacement>) {
      let next = state;
      for (const id of Object.keys(next.files)) {
        next = withContent(next, id, (content) => {
          const fields = reassigned(content.fields, payload);
          return fields === content.fields ? content : { ...content, fields };
        });
      }
      const { assignee } = next;
      const gone = assignee && isSameRecipient(assignee, payload.from);
      return gone ? { ...next, assignee: payload.to } : next;
    },
    /** Assigns unassigned fields in every open file. `silent`: amends the current undo step, because it follows from who signs. */
    unassignedGiven(state, { payload: { to, silent = false } }: PayloadAction<{ to: FieldRecipient; silent?: boolean }>) {
      let next = state;
      for (const [id, file] of Object.entries(next.files)) {
        const give = (content: Content): Content => {
          const fields = assigned(content.fields, to);
          return fields === content.fields ? content : { ...content, fields };
        };
        next = silent ? withHistory(next, id, amend(file.history, give, contentIsValid)) : withContent(next, id, give);
      }
      return next;
    },
    /** Deletes the fields of a recipient in every open file. Those of the document itself can't be deleted, and get nobody. */
    fieldsOfRecipientDeleted(state, { payload: of }: PayloadAction<FieldRecipient>) {
      let next = state;
      for (const id of Object.keys(next.files)) {
        next = withContent(next, id, (content) => {
          const fields = withoutFieldsOf(content.fields, of);
          return fields === content.fields ? content : { ...content, fields };
        });
      }
      return next.assignee && isSameRecipient(next.assignee, of) ? { ...next, assignee: null } : next;
    },
    fieldsDeleted(state, { payload }: PayloadAction<string[]>) {
      const gone = new Set(payload);
      return withFields(state, (fields) => {
        // The document's own fields can't be deleted.
        const rest = fields.filter((field) => !gone.has(field.id) || field.pdfFieldId !== null);
        return rest.length === fields.length ? fields : rest;
      });
    },
    fieldsCopied(state, { payload }: PayloadAction<Field[]>) {
      return { ...state, clipboard: payload };
    },
    fieldsPasted: {
      prepare: (page: number) => ({ payload: { page, seed: nanoid() } }),
      reducer(state, { payload }: PayloadAction<{ page: number; seed: string }>) {
        const copies = (there: Field[]) => copyForPaste(state.clipboard, there, payload);
        const file = state.active ? state.files[state.active] : undefined;
        if (!file || state.clipboard.length === 0) return state;
        const pasted = copies(file.history.present.fields);
        const next = withFields(state, (fields) => [...fields, ...pasted]);
        return { ...next, selection: pasted.map((field) => field.id) };
      },
    },
    /** Keeps the selection: the copies are on other pages. */
    fieldsCopiedToPages: {
      prepare: (ids: string[], pages: number[]) => ({ payload: { ids, pages, seed: nanoid() } }),
      reducer(state, { payload: { ids, ...to } }: PayloadAction<{ ids: string[]; pages: number[]; seed: string }>) {
        return withFields(state, (fields) => {
          const copies = copyToPages(fields.filter(({ id }) => ids.includes(id)), fields, to);
          return copies.length === 0 ? fields : [...fields, ...copies];
        });
      },
    },
    fieldSelected(state, { payload }: PayloadAction<{ id: string; extend: boolean }>) {
      const { id, extend } = payload;
      if (!extend) return { ...state, selection: [id] };
      const has = state.selection.includes(id);
      const selection = has
        ? state.selection.filter((each) => each !== id)
        : [...state.selection, id];
      return { ...state, selection };
    },
    fieldsSelected(state, { payload }: PayloadAction<string[]>) {
      return { ...state, selection: payload };
    },
    toolChosen(state, { payload }: PayloadAction<FieldType | null>) {
      return { ...state, tool: payload };
    },
    assigneeChosen(state, { payload }: PayloadAction<FieldRecipient | null>) {
      return { ...state, assignee: payload };
    },
    undone: (state) => stepHistory(state, (history) => back(history, contentIsValid)),
    redone: (state) =>
      stepHistory(state, (history) => forward(history, counts.undoHistory, contentIsValid)),
    rolledBack: (state) => stepHistory(state, rollback),
    saveStarted(state, { payload }: PayloadAction<string>) {
      const file = state.files[payload];
      if (!file) return state;
      const sent = file.history.valid.fields;
      return withFile(state, payload, { save: 'saving', unanswered: [...file.unanswered.filter((each) => each !== sent), sent] });
    },
    /** `saved`: the fields that the server has now; `refused`: the server rejected the save. */
    saveEnded(state, { payload }: PayloadAction<{ id: string; version: number; failed: boolean; refused?: boolean; saved?: ServerFields }>) {
      const file = state.files[payload.id];
      if (!file) return state;
      const latest = file.version === payload.version;
      const save: SaveState = payload.failed ? 'failed' : latest ? 'saved' : 'waiting';
      const unanswered = !payload.failed ? [] : payload.refused ? file.unanswered.slice(0, -1) : file.unanswered;
      return withFile(state, payload.id, { save, base: payload.saved ?? file.base, unanswered });
    },
    /** Merges another person's save into the local changes. */
    othersChangesReceived: (state, { payload: { id, theirs } }: PayloadAction<{ id: string; theirs: ServerFields }>) =>
      withMerged(state, id, (file) => mergedFile(file, theirs)),
    conflictResolved: (state, { payload: { id, side } }: PayloadAction<{ id: string; side: Side }>) =>
      withMerged(state, id, (file) => (file.conflict ? mergedFile(file, file.conflict, side) : file)),
    /** Restores changes that this browser stored before the server had them. */
    draftRestored: (state, { payload: { id, base, mine } }: PayloadAction<{ id: string; base: Field[]; mine: Field[] }>) =>
      withMerged(state, id, (file) => restoredFile(file, base, mine)),
    storageFailed: (state) => ({ ...state, storedLocally: false }),
  }),
});

export const editorActions = editorSlice.actions;
