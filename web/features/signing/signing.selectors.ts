import { createSelector, weakMapMemoize } from '@reduxjs/toolkit';
import { isDay } from '#contract/entities/dates.ts';
import type { Field, FieldType, UnsignedValue } from '#contract/entities/field.ts';
import { availableTo, belongsTo, canFocus, isRecipientSet, sortFields } from '#contract/entities/field-list.ts';
import type { FieldOwner } from '#contract/entities/field-list.ts';
import { defaultValueOf } from '#contract/entities/field-rules.ts';
import type { PageGroups } from '#web/services/fields/page-groups.ts';
import { inReadingOrder, pageGrouping } from '#web/services/fields/page-groups.ts';
import type { FieldRef, SigningFile, SigningState } from './signing.slice.ts';
import { placeKey, signingSlice } from './signing.slice.ts';

export interface SigningRoot {
  /** Missing until the lazily injected slice has handled its first action. */
  readonly signing?: SigningState;
}

const unopened = signingSlice.getInitialState();
const signingOf = (root: SigningRoot): SigningState => root.signing ?? unopened;

export const selectSigningFiles = (root: SigningRoot) => signingOf(root).files;
export const selectSigner = (root: SigningRoot) => signingOf(root).signer;
export const selectFocused = (root: SigningRoot) => signingOf(root).focused;
export const selectFoundLabels = (root: SigningRoot) => signingOf(root).labels;
export const selectProblems = (root: SigningRoot) => signingOf(root).problems;
export const selectSubject = (root: SigningRoot) => signingOf(root).subject;

const none: Field[] = [];

const byId = weakMapMemoize((fields: readonly Field[]) => new Map(fields.map((field) => [field.id, field])));

export const selectFileFields = (root: SigningRoot, fileId: string): Field[] =>
  signingOf(root).files.find((file) => file.id === fileId)?.fields ?? none;

/** Whether this person can fill the field. */
export function isFillable(field: Field, signer: FieldOwner): boolean {
  return canFocus(field, { recipient: signer });
}

/** A stop of the guide, with the parts of its name. */
export interface Stop extends FieldRef {
  readonly type: FieldType;
  readonly tooltip: string | null;
  readonly page: number;
  readonly required: boolean;
  /** Fields filled together: options of a radio group, or widgets of one text field. */
  readonly fieldIds: readonly string[];
}

const isFilled = ({ value }: Field): boolean => value !== null && value !== '' && value !== false;

/** Whether another recipient has already filled the field. */
function isFilledByOthers(field: Field, before: ReadonlyMap<string, Field>, signer: FieldOwner): boolean {
  const known = before.get(field.id);
  return known !== undefined && isFilled(known) && isRecipientSet(signer) && !belongsTo(field, signer);
}

/** Returns the key under which fields that are filled together form one stop. */
function stopKeyOf({ id, type, group, fieldName, dataLabel }: Field): string {
  if (type === 'radio' && group) return `group ${group}`;
  if (dataLabel !== null) return `${type} label ${dataLabel}`;
  return type === 'text' || type === 'date' ? `${type} ${fieldName}` : `field ${id}`;
}

/** Returns the stops for every field that this person may fill, in reading order: their own fields and those of any signer. */
function stopsOf(file: SigningFile, signer: FieldOwner): Stop[] {
  const before = byId(file.before);
  const together = new Map<string, Field[]>();
  for (const field of sortFields(file.fields)) {
    if (!isFillable(field, signer) || isFilledByOthers(field, before, signer)) continue;
    const key = stopKeyOf(field);
    const others = together.get(key);
    if (others) others.push(field);
    else together.set(key, [field]);
  }
  return [...together.values()].flatMap((fields) => {
    const [first] = fields;
    return first ? [stopOf(file.id, first, fields)] : [];
  });
}

function stopOf(fileId: string, first: Field, fields: readonly Field[]): Stop {
  const isShared = fields.every(({ tooltip }) => tooltip === first.tooltip);
  return {
    fileId,
    fieldId: first.id,
    type: first.type,
    // Radio options have names of their own, unless all share that of the group.
    tooltip: first.type === 'radio' && !isShared ? null : first.tooltip,
    page: first.page,
    required: fields.some(({ required }) => required),
    fieldIds: fields.map(({ id }) => id),
  };
}

const isSameStop = (a: Stop, b: Stop | undefined): boolean =>
  b !== undefined && a.fileId === b.fileId && a.fieldId === b.fieldId && a.tooltip === b.tooltip && a.required === b.required && a.fieldIds.join() === b.fieldIds.join();

/** Stays the same array while only values change. */
export const selectPlaces = createSelector(
  [selectSigningFiles, selectSigner],
  (files, signer): Stop[] => files.flatMap((file) => stopsOf(file, signer)),
  { memoizeOptions: { resultEqualityCheck: (a: Stop[], b: Stop[]) => a.length === b.length && a.every((stop, at) => isSameStop(stop, b[at])) } },
);

interface StopState {
  readonly stop: Stop;
  readonly filled: boolean;
  /** Whether the stop must still be filled or corrected. */
  readonly open: boolean;
}

const selectStates = createSelector([selectPlaces, selectSigningFiles, selectProblems], (stops, files, problems): StopState[] => {
  const fields = new Map(files.map((file) => [file.id, byId(file.fields)]));
  return stops.map((stop) => {
    const own = stop.fieldIds.flatMap((id) => fields.get(stop.fileId)?.get(id) ?? []);
    const filled = own.some(isFilled);
    const wrong = own.some((field) => isNoDay(field) || problems[placeKey({ fileId: stop.fileId, fieldId: field.id })] !== undefined);
    return { stop, filled: filled && !wrong, open: wrong || (stop.required && !filled) };
  });
});

/** Whether a date is incomplete or invalid. */
const isNoDay = ({ type, value, dateFormat }: Field): boolean => type === 'date' && typeof value === 'string' && !isDay(value, dateFormat);

/** Stops that must be filled or corrected before signing. */
export const selectOpen = createSelector([selectStates], (states): Stop[] => states.filter(({ open }) => open).map(({ stop }) => stop));

export interface Progress {
  readonly total: number;
  /** Filled and valid, as far as this can be checked here. */
  readonly done: number;
  /** Number of stops that are required before signing. */
  readonly open: number;
  /** Number of the current stop, from 1; 0 if there is none. */
  readonly at: number;
  readonly current: Stop | null;
  readonly next: Stop | null;
  readonly previous: Stop | null;
  readonly complete: boolean;
}

/** Returns the index of the stop of a field. */
export const stopAt = (stops: readonly Stop[], place: FieldRef | null): number =>
  place === null ? -1 : stops.findIndex(({ fileId, fieldIds }) => fileId === place.fileId && fieldIds.includes(place.fieldId));

export const selectProgress = createSelector([selectPlaces, selectStates, selectFocused], (stops, states, focused): Progress => {
  const index = stopAt(stops, focused);
  const open = states.filter((state) => state.open);
  const first = states.find(({ filled }) => !filled)?.stop ?? stops[0] ?? null;
  return {
    total: stops.length,
    done: states.filter(({ filled }) => filled).length,
    open: open.length,
    at: index + 1,
    current: stops[index] ?? null,
    next: index < 0 ? first : (stops[index + 1] ?? open.find(({ stop }) => stop !== stops[index])?.stop ?? null),
    previous: index > 0 ? (stops[index - 1] ?? null) : null,
    complete: open.length === 0,
  };
});

/** Pictures that this person has made here for a field type, most recent first. */
export const selectMadeHere = createSelector(
  [selectSigningFiles, selectSigner, (_: SigningRoot, type: FieldType) => type],
  (files, signer, type): UnsignedValue[] => {
    const values = files.flatMap(({ fields }) => fields.filter((field) => field.type === type && isFillable(field, signer)).map(({ value }) => value));
    const made = values.filter((value): value is UnsignedValue => typeof value === 'object' && value !== null && 'url' in value && value.url !== null);
    return [...new Map(made.map((value) => [value.url, value])).values()];
  },
);

/** Returns the number of other empty signature fields of this person. */
export const selectOtherSignatures = (root: SigningRoot, place: FieldRef): number =>
  selectStates(root).filter(({ stop, filled }) => stop.type === 'signature' && !filled && placeKey(stop) !== placeKey(place)).length;

/** Fixed texts are drawn with the page, unless they get their value now. */
function isDrawnByPage(field: Field, before: Field | undefined): boolean {
  return field.readonly && field.value === before?.value;
}

const selectSigningFile = (root: SigningRoot, fileId: string): SigningFile | undefined =>
  signingOf(root).files.find((file) => file.id === fileId);

/** A separate memo per file, so that unchanged pages keep their arrays. */
const groupings = new Map<string, ReturnType<typeof pageGrouping>>();

const shownByPage = weakMapMemoize(({ id, fields, before }: SigningFile): PageGroups => {
  const known = byId(before);
  const group = groupings.get(id) ?? pageGrouping();
  groupings.set(id, group);
  return group(fields.filter((field) => !field.hidden && !isDrawnByPage(field, known.get(field.id))));
});

/** Fields on one page that show or take a value. */
export const selectShownOnPage = (root: SigningRoot, fileId: string, page: number): Field[] => {
  const file = selectSigningFile(root, fileId);
  const group = file && shownByPage(file).get(page);
  return group ? inReadingOrder(group) : none;
};

/** Returns the fields as they are written: one that a condition hides has no value. */
export function writtenFields({ fields, before }: Pick<SigningFile, 'fields' | 'before'>): Field[] {
  const known = byId(before);
  const isLeftOut = ({ id, hidden }: Field): boolean => hidden && known.get(id)?.hidden === false;
  return fields.map((field) => (isLeftOut(field) ? { ...field, value: defaultValueOf(field.type) } : field));
}

/** Returns the person's own fields as they are written. */
export const signedFieldsOf = (file: SigningFile, signer: FieldOwner): Field[] => writtenFields(file).filter((field) => availableTo(field, signer));
