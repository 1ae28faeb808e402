import { createSlice, isDraft, original } from '@reduxjs/toolkit';
import type { PayloadAction } from '@reduxjs/toolkit';
import type { Field, UnsignedValue } from '#contract/entities/field.ts';
import type { FieldOwner } from '#contract/entities/field-list.ts';
import { availableTo, copySignature, fillDates, setChecked } from '#contract/entities/field-list.ts';
import { setText } from '#contract/entities/field-rules.ts';

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

/**
 * Returns the state without Immer's draft. The reducers here build new objects; drafting thousands of fields would cost
 * more than the change.
 */
function plain(state: unknown): SigningState {
  return (isDraft(state) ? original(state) : state) as SigningState;
}

export const signingSlice = createSlice({
  name: 'signing',
  initialState,
  reducers: {
    signingOpened(_, { payload }: PayloadAction<OpenedSigning>): SigningState {
      const { subject, signer, today } = payload;
      const files = payload.files.map((file) => ({
        ...file,
        fields: fillDates(file.fields, signer, new Date(today)),
      }));
      return { ...initialState, subject, signer, files };
    },
    signingClosed: () => initialState,
    fieldFocused(state, { payload }: PayloadAction<FieldRef | null>) {
      return { ...plain(state), focused: payload };
    },
    textWritten(state, { payload }: PayloadAction<FieldRef & { text: string }>) {
      const target = fieldOf(plain(state), payload);
      if (!target) return plain(state);
      // Widgets of one PDF field show the same text.
      const isSame = (field: Field): boolean =>
        field.id === target.id || (field.fieldName === target.fieldName && field.type === target.type);
      return withFields(plain(state), payload.fileId, (fields) =>
        fields.map((field) => (isSame(field) ? setText(field, payload.text) : field)),
      );
    },
    textChecked(state, { payload }: PayloadAction<FieldRef & { code: string | null }>) {
      const { [placeKey(payload)]: _, ...problems } = plain(state).problems;
      if (payload.code) problems[placeKey(payload)] = payload.code;
      return { ...plain(state), problems };
    },
    markChanged(state, { payload }: PayloadAction<FieldRef & { on: boolean }>) {
      return withFields(plain(state), payload.fileId, (fields) =>
        setChecked(fields, payload.fieldId, payload.on),
      );
    },
    pictureChosen(state, { payload }: PayloadAction<FieldRef & { value: UnsignedValue }>) {
      return withFields(plain(state), payload.fileId, (fields) =>
        fields.map((field) => (field.id === payload.fieldId ? { ...field, value: payload.value } : field)),
      );
    },
    /** On request only: copies the signature to the person's other empty signature fields, in every file. */
    pictureRepeated(state, { payload }: PayloadAction<FieldRef & { value: UnsignedValue }>) {
      const old = plain(state);
      const target = fieldOf(old, payload);
      if (!target) return old;
      const files = old.files.map((file) => {
        const own = file.fields.filter((field) => availableTo(field, old.signer));
        const copied = new Map(
          copySignature(own, target, payload.value).map((field) => [field.id, field]),
        );
        return { ...file, fields: file.fields.map((field) => copied.get(field.id) ?? field) };
      });
      return { ...old, files };
    },
    pictureRemoved(state, { payload }: PayloadAction<FieldRef>) {
      return withFields(plain(state), payload.fileId, (fields) =>
        fields.map((field) => (field.id === payload.fieldId ? { ...field, value: null } : field)),
      );
    },
    labelsFound(state, { payload }: PayloadAction<Record<string, string>>) {
      const old = plain(state);
      return { ...old, labels: { ...old.labels, ...payload } };
    },
  },
});

export const signingActions = signingSlice.actions;
