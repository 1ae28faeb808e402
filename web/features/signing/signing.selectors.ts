import { createSelector, weakMapMemoize } from '@reduxjs/toolkit';
import { isDay } from '#contract/entities/dates.ts';
import type { Field, FieldType, UnsignedValue } from '#contract/entities/field.ts';
import { availableTo, belongsTo, canFocus, isRecipientSet, sortFields } from '#contract/entities/field-list.ts';
import type { FieldOwner } from '#contract/entities/field-list.ts';
import type { PageGroups } from '#web/services/fields/page-groups.ts';
import { inReadingOrder, pageGrouping } from '#web/services/fields/page-groups.ts';
import type { FieldRef, SigningFile, SigningState } from './signing.slice.ts';
import { placeKey, signingSlice } from './signing.slice.ts';

export interface SigningRoot {
  /** Missing until the slice of this lazily loaded screen has seen its first action. */
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

/** Can this person fill the field in? */
export function isFillable(field: Field, signer: FieldOwner): boolean {
  return canFocus(field, { recipient: signer });
}

/** A place that the guide stops at, with what its name is made of. */
export interface Stop extends FieldRef {
  readonly type: FieldType;
  readonly tooltip: string | null;
  readonly page: number;
  readonly required: boolean;
  /** The fields that are filled here: the choices of a radio group, the widgets that show one text. */
  readonly fieldIds: readonly string[];
}

const isFilled = ({ value }: Field): boolean => value !== null && value !== '' && value !== false;

/** What somebody else has filled in already is theirs. */
function isFilledByOthers(field: Field, before: ReadonlyMap<string, Field>, signer: FieldOwner): boolean {
  const known = before.get(field.id);
  return known !== undefined && isFilled(known) && isRecipientSet(signer) && !belongsTo(field, signer);
}

/** Fields that are filled together are one stop. */
function stopKeyOf({ id, type, group, fieldName }: Field): string {
  if (type === 'radio' && group) return `group ${group}`;
  return type === 'text' || type === 'date' ? `${type} ${fieldName}` : `field ${id}`;
}

/** Every field that this person may fill, in reading order: their own, and those of any signer. */
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
    // The choices of a group have each their own name, unless it is that of the group.
    tooltip: first.type === 'radio' && !isShared ? null : first.tooltip,
    page: first.page,
    required: fields.some(({ required }) => required),
    fieldIds: fields.map(({ id }) => id),
  };
}

const isSameStop = (a: Stop, b: Stop | undefined): boolean =>
  b !== undefined && a.fileId === b.fileId && a.fieldId === b.fieldId && a.tooltip === b.tooltip && a.required === b.required && a.fieldIds.join() === b.fieldIds.join();

/** The same list as long as only values change. */
export const selectPlaces = createSelector(
  [selectSigningFiles, selectSigner],
  (files, signer): Stop[] => files.flatMap((file) => stopsOf(file, signer)),
  { memoizeOptions: { resultEqualityCheck: (a: Stop[], b: Stop[]) => a.length === b.length && a.every((stop, at) => isSameStop(stop, b[at])) } },
);

interface StopState {
  readonly stop: Stop;
  readonly filled: boolean;
  /** Something must still be done here before signing. */
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

/** A date that is not typed to its end, or that the calendar does not have. */
const isNoDay = ({ type, value, dateFormat }: Field): boolean => type === 'date' && typeof value === 'string' && !isDay(value, dateFormat);

/** Places that must still be filled, or put right, before signing. */
export const selectOpen = createSelector([selectStates], (states): Stop[] => states.filter(({ open }) => open).map(({ stop }) => stop));

export interface Progress {
  readonly total: number;
  /** Filled, and right as far as it can be judged here. */
  readonly done: number;
  /** What is still asked for before it can be signed. */
  readonly open: number;
  /** The number of the place in focus, from 1; 0 when none is. */
  readonly at: number;
  readonly current: Stop | null;
  readonly next: Stop | null;
  readonly previous: Stop | null;
  readonly complete: boolean;
}

/** The stop at which a field is filled. */
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

/** The pictures that this person has made here for fields of a kind, the newest use first. */
export const selectMadeHere = createSelector(
  [selectSigningFiles, selectSigner, (_: SigningRoot, type: FieldType) => type],
  (files, signer, type): UnsignedValue[] => {
    const values = files.flatMap(({ fields }) => fields.filter((field) => field.type === type && isFillable(field, signer)).map(({ value }) => value));
    const made = values.filter((value): value is UnsignedValue => typeof value === 'object' && value !== null && 'url' in value && value.url !== null);
    return [...new Map(made.map((value) => [value.url, value])).values()];
  },
);

/** How many empty signature places of this person there are besides one. */
export const selectOtherSignatures = (root: SigningRoot, place: FieldRef): number =>
  selectStates(root).filter(({ stop, filled }) => stop.type === 'signature' && !filled && placeKey(stop) !== placeKey(place)).length;

/** Fixed texts are drawn with the page; only one that gets its value now must be shown over it. */
function isDrawnByPage(field: Field, before: Field | undefined): boolean {
  return field.readonly && field.value === before?.value;
}

const selectSigningFile = (root: SigningRoot, fileId: string): SigningFile | undefined =>
  signingOf(root).files.find((file) => file.id === fileId);

/** Each file's own grouping remembers what its pages showed before. */
const groupings = new Map<string, ReturnType<typeof pageGrouping>>();

const shownByPage = weakMapMemoize(({ id, fields, before }: SigningFile): PageGroups => {
  const known = byId(before);
  const group = groupings.get(id) ?? pageGrouping();
  groupings.set(id, group);
  return group(fields.filter((field) => !field.hidden && !isDrawnByPage(field, known.get(field.id))));
});

/** Fields over one page that show a value or take one. */
export const selectShownOnPage = (root: SigningRoot, fileId: string, page: number): Field[] => {
  const file = selectSigningFile(root, fileId);
  const group = file && shownByPage(file).get(page);
  return group ? inReadingOrder(group) : none;
};

/** The values of a person's own fields, for the server's record. */
export function signedFieldsOf(file: SigningFile, signer: FieldOwner): Field[] {
  return file.fields.filter((field) => availableTo(field, signer));
}
