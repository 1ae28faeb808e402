import { createSelector, weakMapMemoize } from '@reduxjs/toolkit';
import type { Field } from '#contract/entities/field.ts';
import { availableTo, belongsTo, canFocus, isRecipientSet, missingFields, sortFields } from '#contract/entities/field-list.ts';
import type { FieldOwner } from '#contract/entities/field-list.ts';
import type { PageGroups } from '#web/services/fields/page-groups.ts';
import { inReadingOrder, pageGrouping } from '#web/services/fields/page-groups.ts';
import type { Place, SigningFile, SigningState } from './signing.slice.ts';
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
export const selectConsented = (root: SigningRoot) => signingOf(root).consented;
export const selectProblems = (root: SigningRoot) => signingOf(root).problems;
export const selectSubject = (root: SigningRoot) => signingOf(root).subject;

const none: Field[] = [];

export const selectFileFields = (root: SigningRoot, fileId: string): Field[] =>
  signingOf(root).files.find((file) => file.id === fileId)?.fields ?? none;

/** Can this person fill the field in? */
export function isFillable(field: Field, signer: FieldOwner): boolean {
  return canFocus(field, { recipient: signer });
}

/**
 * Where a person is led: what is theirs by name, and what everybody must fill; everything for
 * someone who signs alone. One stop for a radio group.
 */
function stopsOf(file: SigningFile, signer: FieldOwner): Field[] {
  const alone = !isRecipientSet(signer);
  const seen = new Set<string>();
  return sortFields(file.fields).filter((field) => {
    if (!isFillable(field, signer)) return false;
    if (!alone && !field.required && !belongsTo(field, signer)) return false;
    if (field.type !== 'radio' || !field.group) return true;
    if (seen.has(field.group)) return false;
    seen.add(field.group);
    return true;
  });
}

export const selectPlaces = createSelector([selectSigningFiles, selectSigner], (files, signer): Place[] =>
  files.flatMap((file) => stopsOf(file, signer).map((field) => ({ fileId: file.id, fieldId: field.id }))),
);

/** Places that must still be filled before signing. */
export const selectMissing = createSelector([selectSigningFiles, selectSigner], (files, signer): Place[] =>
  files.flatMap((file) => {
    const missing = sortFields(missingFields(file.fields, signer)).filter((field) => isFillable(field, signer));
    return missing.map((field) => ({ fileId: file.id, fieldId: field.id }));
  }),
);

export interface Progress {
  readonly total: number;
  readonly done: number;
  /** The number of the place in focus, from 1; 0 when none is. */
  readonly at: number;
  readonly next: Place | null;
  readonly previous: Place | null;
  readonly complete: boolean;
}

export const selectProgress = createSelector(
  [selectPlaces, selectMissing, selectFocused, selectProblems],
  (places, missing, focused, problems): Progress => {
    const keys = places.map(placeKey);
    const open = new Set(missing.map(placeKey));
    const index = focused ? keys.indexOf(placeKey(focused)) : -1;
    const after = [...places.slice(index + 1), ...places.slice(0, Math.max(index, 0))];
    const nextOpen = after.find((place) => open.has(placeKey(place)));
    return {
      total: places.length,
      done: keys.filter((key) => !open.has(key)).length,
      at: index + 1,
      next: places[index + 1] ?? nextOpen ?? missing[0] ?? null,
      previous: index > 0 ? (places[index - 1] ?? null) : null,
      complete: missing.length === 0 && Object.keys(problems).length === 0,
    };
  },
);

/** Fixed texts are drawn with the page; only one that gets its value now must be shown over it. */
function isDrawnByPage(field: Field, before: Field | undefined): boolean {
  return field.readonly && field.value === before?.value;
}

const selectSigningFile = (root: SigningRoot, fileId: string): SigningFile | undefined =>
  signingOf(root).files.find((file) => file.id === fileId);

const byId = weakMapMemoize((fields: readonly Field[]) => new Map(fields.map((field) => [field.id, field])));

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
