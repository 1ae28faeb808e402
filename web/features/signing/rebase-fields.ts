import type { Field } from '#contract/entities/field.ts';
import { availableTo, fillableBy, fillsItself, type FieldOwner } from '#contract/entities/field-list.ts';
import { sameValue } from '#web/entities/field/merge-values.ts';
import type { SigningFile } from './signing.slice.ts';

const byId = (fields: readonly Field[]): Map<string, Field> => new Map(fields.map((field) => [field.id, field]));

/** Ids of the fields whose values differ from the document. */
function changedFields({ fields, before }: Pick<SigningFile, 'fields' | 'before'>): Set<string> {
  const known = byId(before);
  return new Set(fields.filter(({ id, value }) => !sameValue(known.get(id)?.value, value)).map(({ id }) => id));
}

/**
 * Ids of the fields that this person filled in differently from the newer version. Dates and results that fill themselves
 * are nobody's words: several signers may write them.
 */
export function ownWords(file: SigningFile, newer: readonly Field[]): Set<string> {
  const changed = changedFields(file);
  const later = byId(newer);
  const isOwn = (field: Field): boolean => changed.has(field.id) && !fillsItself(field) && !sameValue(later.get(field.id)?.value, field.value);
  return new Set(file.fields.filter(isOwn).map(({ id }) => id));
}

/** What this person filled in, on the fields as they are after others have signed. Whatever is another's now shows their value. */
export function rebaseFields(file: SigningFile, newer: Field[], signer: FieldOwner): SigningFile {
  const changed = changedFields(file);
  const mine = byId(file.fields);
  const known = byId(file.before);
  const isMine = (field: Field): boolean =>
    changed.has(field.id) && fillableBy(field, signer) && (!fillsItself(field) || sameValue(known.get(field.id)?.value, field.value));
  const fields = newer.map((field) => {
    const own = isMine(field) ? mine.get(field.id) : undefined;
    return own ? { ...field, value: own.value } : field;
  });
  return { ...file, before: newer, fields };
}

/** The fields with what this person had entered before. Whatever has become another's meanwhile shows their value. */
export function restoredFields(fields: readonly Field[], stored: readonly Field[] | undefined, signer: FieldOwner): Field[] {
  const values = new Map(stored?.map(({ id, value }) => [id, value]));
  return fields.map((field) => (fillableBy(field, signer) ? { ...field, value: values.get(field.id) ?? field.value } : field));
}

/** Whether others have filled a field that this person filled as well, with something else. */
export function isFilledTwice(file: SigningFile, newer: readonly Field[]): boolean {
  const own = ownWords(file, newer);
  const known = byId(file.before);
  return newer.some((field) => own.has(field.id) && !sameValue(known.get(field.id)?.value, field.value));
}

const isEmpty = ({ value }: Field): boolean => value === null || value === '' || value === false;

/** Whether this person is asked for other fields than in the version that they have read: a field is shown or hidden now, or must be filled. */
export function showsFieldsAnew({ fields }: SigningFile, rebased: SigningFile, signer: FieldOwner): boolean {
  const read = byId(fields);
  return rebased.fields.some((field) => {
    const known = read.get(field.id);
    if (!known || !availableTo(field, signer)) return false;
    return field.hidden !== known.hidden || (field.required && !known.required && isEmpty(field));
  });
}
