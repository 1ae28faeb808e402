import { createSlice } from '@reduxjs/toolkit';
import type { PayloadAction } from '@reduxjs/toolkit';
import { withoutDrafts } from '#web/entities/without-drafts.ts';
import type { Field, UnsignedValue } from '#contract/entities/field.ts';
import type { FieldOwner } from '#contract/entities/field-list.ts';
import { availableTo, copySignature, fillDates, isSamePlace, setChecked } from '#contract/entities/field-list.ts';
import { setText } from '#contract/entities/field-rules.ts';
import { rebaseFields } from './rebase-fields.ts';
import type { FieldOutcome } from './field-outcome.ts';
import { withOutcomes } from './field-outcome.ts';

export interface SigningFile {
  readonly id: string;
  readonly title: string;
  readonly fields: Field[];
  /** The fields as the document shows them. Only differing values are written. */
  readonly before: Field[];
}

export interface FieldRef {
  readonly fileId: string;
  readonly fieldId: string;
}

export interface SigningState {
  /** The subject of signing: a transaction, or a visitor's own files. */
  readonly subject: string | null;
  readonly signer: FieldOwner;
  readonly files: SigningFile[];
  readonly focused: FieldRef | null;
  /** Error codes of texts that do not match their format, by `file/field`. */
  readonly problems: Record<string, string>;
  /** Labels detected on the page for fields without tooltip, by `file/field`. */
  readonly labels: Record<string, string>;
}

const initialState: SigningState = {
  subject: null,
  signer: {},
  files: [],
  focused: null,
  problems: {},
  labels: {},
};

export const placeKey = ({ fileId, fieldId }: FieldRef): string => `${fileId}/${fieldId}`;

function withFields(
  state: SigningState,
  fileId: string,
  next: (fields: Field[]) => Field[],
): SigningState {
  const files = state.files.map((file) =>
    file.id === fileId ? { ...file, fields: next(file.fields) } : file,
  );
  return { ...state, files };
}

const fieldOf = (state: SigningState, place: FieldRef): Field | undefined =>
  state.files
    .find((file) => file.id === place.fileId)
    ?.fields.find((field) => field.id === place.fieldId);

interface OpenedSigning {
  subject: string;
  signer: FieldOwner;
  files: SigningFile[];
  today: string;
}

export const signingSlice = createSlice({
  name: 'signing',
  initialState,
  reducers: withoutDrafts<SigningState>()({
    signingOpened(_, { payload }: PayloadAction<OpenedSigning>): SigningState {
      const { subject, signer, today } = payload;
      const files = payload.files.map((file) => ({
        ...file,
        fields: fillDates(file.fields, signer, new Date(today)),
      }));
      return { ...initialState, subject, signer, files };
    },
    /** The fields as the server has them now. */
    fieldsReceived(state, { payload }: PayloadAction<readonly { id: string; fields: Field[] }[]>): SigningState {
      const files = state.files.map((file) => {
        const newer = payload.find(({ id }) => id === file.id)?.fields;
        return newer && newer !== file.before ? rebaseFields(file, newer, state.signer) : file;
      });
      return { ...state, files };
    },
    signingClosed: () => initialState,
    fieldFocused(state, { payload }: PayloadAction<FieldRef | null>) {
      return { ...state, focused: payload };
    },
    /** `was`: the text that is rewritten; whatever was typed meanwhile stays. */
    textWritten(state, { payload }: PayloadAction<FieldRef & { text: string; was?: string }>) {
      const target = fieldOf(state, payload);
      if (!target || (payload.was !== undefined && target.value !== payload.was)) return state;
      // Widgets of one PDF field show the same text.
      const isSame = (field: Field): boolean =>
        isSamePlace(field, target) || (field.fieldName === target.fieldName && field.type === target.type);
      return withFields(state, payload.fileId, (fields) =>
        fields.map((field) => (isSame(field) ? setText(field, payload.text) : field)),
      );
    },
    textChecked(state, { payload }: PayloadAction<FieldRef & { code: string | null }>) {
      const { [placeKey(payload)]: _, ...problems } = state.problems;
      if (payload.code) problems[placeKey(payload)] = payload.code;
      return { ...state, problems };
    },
    markChanged(state, { payload }: PayloadAction<FieldRef & { on: boolean }>) {
      return withFields(state, payload.fileId, (fields) => {
        const target = fields.find(({ id }) => id === payload.fieldId);
        const places = fields.filter((field) => target && isSamePlace(field, target));
        return places.reduce((next, { id }) => setChecked(next, id, payload.on), fields);
      });
    },
    /** What follows from the rules of a file's fields for the values they have. */
    rulesApplied(state, { payload }: PayloadAction<{ fileId: string; outcomes: readonly FieldOutcome[] }>) {
      const file = state.files.find(({ id }) => id === payload.fileId);
      if (!file) return state;
      const fields = withOutcomes(file, payload.outcomes, state.signer);
      return fields === file.fields ? state : withFields(state, payload.fileId, () => fields);
    },
    pictureChosen(state, { payload }: PayloadAction<FieldRef & { value: UnsignedValue }>) {
      return withFields(state, payload.fileId, (fields) =>
        fields.map((field) => (field.id === payload.fieldId ? { ...field, value: payload.value } : field)),
      );
    },
    /** On request only: copies the signature to the person's other empty signature fields, in every file. */
    pictureRepeated(state, { payload }: PayloadAction<FieldRef & { value: UnsignedValue }>) {
      const target = fieldOf(state, payload);
      if (!target) return state;
      const files = state.files.map((file) => {
        const own = file.fields.filter((field) => availableTo(field, state.signer));
        const copied = new Map(
          copySignature(own, target, payload.value).map((field) => [field.id, field]),
        );
        return { ...file, fields: file.fields.map((field) => copied.get(field.id) ?? field) };
      });
      return { ...state, files };
    },
    pictureRemoved(state, { payload }: PayloadAction<FieldRef>) {
      return withFields(state, payload.fileId, (fields) =>
        fields.map((field) => (field.id === payload.fieldId ? { ...field, value: null } : field)),
      );
    },
    labelsFound(state, { payload }: PayloadAction<Record<string, string>>) {
      return { ...state, labels: { ...state.labels, ...payload } };
    },
  }),
});

export const signingActions = signingSlice.actions;
