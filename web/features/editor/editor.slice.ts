import { createSlice, isDraft, nanoid, original } from '@reduxjs/toolkit';
import type { PayloadAction } from '@reduxjs/toolkit';
import type { Field, FieldRecipient, FieldType } from '#contract/entities/field.ts';
import { counts } from '#contract/limits.ts';
import type { Point, Rect, Size } from '#web/entities/field/geometry.ts';
import { assigned } from '#web/entities/field/unassigned.ts';
import type { Side } from '#web/entities/merging/three-way.ts';
import type { Content, EditorState, SaveState, ServerFields } from './edited-file.ts';
import { contentIsValid, stepHistory, untouched, withContent, withFields, withFile, withHistory, withMerged } from './edited-file.ts';
import type { RecipientReplacement } from './field-edits.ts';
import { copyForPaste, copyToPages, isSameRecipient, moveAll, nextOption, placedField, reassigned, replaceFields, sizedTo } from './field-edits.ts';
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

/**
 * Returns the state without Immer's draft. The reducers here build new objects; drafting thousands of fields would cost
 * more than the change.
 */
function plain(state: unknown): EditorState {
  return (isDraft(state) ? original(state) : state) as EditorState;
}

export const editorSlice = createSlice({
  name: 'editor',
  initialState,
  reducers: {
    /** `fresh`: the fields differ from the server's and have to be saved. */
    fileOpened(state, { payload }: PayloadAction<{ id: string; fields: Field[]; base?: ServerFields; fresh?: boolean }>) {
      const known = plain(state).files[payload.id];
      const opened = untouched(payload.fields, payload.base);
      const file =
        known && known.save !== 'saved'
          ? known
          : { ...opened, save: payload.fresh ? ('waiting' as const) : opened.save };
      return {
        ...plain(state),
        files: { ...plain(state).files, [payload.id]: { ...file, found: known?.found ?? [] } },
      };
    },
    fileShown(state, { payload }: PayloadAction<string>) {
      if (plain(state).active === payload) return plain(state);
      return { ...plain(state), active: payload, selection: [], review: null, tool: null };
    },
    editorClosed: () => initialState,
    fieldsDetected: (state, { payload }: PayloadAction<{ id: string; fields: Field[] }>) => withFound(plain(state), payload.id, payload.fields),
    /** Applies to the active file, or to every file with `everywhere`; `ids` limits the proposals. */
    proposalsAccepted: (state, { payload }: PayloadAction<Proposals>) => onFiles(plain(state), payload, (next, id) => accepted(next, id, payload.ids)),
    proposalsDropped: (state, { payload }: PayloadAction<Proposals>) => onFiles(plain(state), payload, (next, id) => discarded(next, id, payload.ids)),
    proposalRetyped: (state, { payload }: PayloadAction<{ id: string; type: FieldType }>) => retyped(plain(state), payload.id, payload.type),
    reviewed: (state, { payload }: PayloadAction<string | null>) => ({ ...plain(state), review: payload }),
    revealed: (state, { payload }: PayloadAction<string | null>) => ({ ...plain(state), revealed: payload }),
    phoneCaptureKnown: (state, { payload }: PayloadAction<boolean>) => ({ ...plain(state), phoneCapture: payload }),
    lookingChanged: (state, { payload }: PayloadAction<boolean>) => (plain(state).looking === payload ? state : { ...plain(state), looking: payload }),
    dayFormKnown: (state, { payload }: PayloadAction<string>) => ({ ...plain(state), dayForm: payload }),
    fieldPlaced: {
      prepare: (place: Omit<Placement, 'id'>) => ({ payload: { ...place, id: nanoid() } }),
      reducer(state, { payload }: PayloadAction<Placement>) {
        const next = withFields(plain(state), (fields) => [
          ...fields,
          placedField(payload, fields, plain(state)),
        ]);
        return { ...next, selection: [payload.id], tool: null };
      },
    },
    /** Adds a radio button to a group, below its lowest one. */
    optionAdded: {
      prepare: (option: { id: string; exportValue: string }) => ({ payload: { ...option, seed: nanoid() } }),
      reducer(state, { payload: { id, exportValue, seed } }: PayloadAction<{ id: string; exportValue: string; seed: string }>) {
        const old = plain(state);
        const option = old.active ? nextOption(old.files[old.active]?.history.present.fields ?? [], { id, exportValue, seed }) : null;
        return option ? { ...withFields(old, (fields) => [...fields, option]), selection: [option.id] } : old;
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
    /** Fields after a rule of the contract was applied. */
    fieldsChanged(state, { payload }: PayloadAction<Field[]>) {
      return withFields(plain(state), (fields) => replaceFields(fields, payload));
    },
    /** The engine wrote a default number as its format does, unless the value was changed meanwhile. Belongs to the undo step. */
    numberWritten(state, { payload: { file, id, typed, written } }: PayloadAction<{ file: string; id: string; typed: string; written: string }>) {
      const write = (content: Content): Content => {
        const field = content.fields.find((each) => each.id === id && each.value === typed);
        return field && typed !== written ? { ...content, fields: replaceFields(content.fields, [{ ...field, value: written }]) } : content;
      };
      const history = plain(state).files[file]?.history;
      return history ? withHistory(plain(state), file, amend(history, write, contentIsValid)) : plain(state);
    },
    /** A recipient was changed or removed: updates their fields in every open file. */
    recipientReplaced(state, { payload }: PayloadAction<RecipientReplacement>) {
      let next = plain(state);
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
      let next = plain(state);
      for (const [id, file] of Object.entries(next.files)) {
        const give = (content: Content): Content => {
          const fields = assigned(content.fields, to);
          return fields === content.fields ? content : { ...content, fields };
        };
        next = silent ? withHistory(next, id, amend(file.history, give, contentIsValid)) : withContent(next, id, give);
      }
      return next;
    },
    fieldsDeleted(state, { payload }: PayloadAction<string[]>) {
      const gone = new Set(payload);
      return withFields(plain(state), (fields) => {
        // The document's own fields can't be deleted.
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
        const pasted = copies(file.history.present.fields);
        const next = withFields(old, (fields) => [...fields, ...pasted]);
        return { ...next, selection: pasted.map((field) => field.id) };
      },
    },
    /** Keeps the selection: the copies are on other pages. */
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
    undone: (state) => stepHistory(plain(state), (history) => back(history, contentIsValid)),
    redone: (state) =>
      stepHistory(plain(state), (history) => forward(history, counts.undoHistory, contentIsValid)),
    rolledBack: (state) => stepHistory(plain(state), rollback),
    saveStarted(state, { payload }: PayloadAction<string>) {
      const old = plain(state);
      const file = old.files[payload];
      if (!file) return old;
      const sent = file.history.valid.fields;
      return withFile(old, payload, { save: 'saving', unanswered: [...file.unanswered.filter((each) => each !== sent), sent] });
    },
    /** `saved`: the fields that the server has now; `refused`: the server rejected the save. */
    saveEnded(state, { payload }: PayloadAction<{ id: string; version: number; failed: boolean; refused?: boolean; saved?: ServerFields }>) {
      const old = plain(state);
      const file = old.files[payload.id];
      if (!file) return old;
      const latest = file.version === payload.version;
      const save: SaveState = payload.failed ? 'failed' : latest ? 'saved' : 'waiting';
      const unanswered = !payload.failed ? [] : payload.refused ? file.unanswered.slice(0, -1) : file.unanswered;
      return withFile(old, payload.id, { save, base: payload.saved ?? file.base, unanswered });
    },
    /** Merges another person's save into the local changes. */
    othersChangesReceived: (state, { payload: { id, theirs } }: PayloadAction<{ id: string; theirs: ServerFields }>) =>
      withMerged(plain(state), id, (file) => mergedFile(file, theirs)),
    conflictResolved: (state, { payload: { id, side } }: PayloadAction<{ id: string; side: Side }>) =>
      withMerged(plain(state), id, (file) => (file.conflict ? mergedFile(file, file.conflict, side) : file)),
    /** Restores changes that this browser stored before the server had them. */
    draftRestored: (state, { payload: { id, base, mine } }: PayloadAction<{ id: string; base: Field[]; mine: Field[] }>) =>
      withMerged(plain(state), id, (file) => restoredFile(file, base, mine)),
    storageFailed: (state) => ({ ...plain(state), storedLocally: false }),
  },
});

export const editorActions = editorSlice.actions;
