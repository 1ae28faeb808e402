/** Rules for several fields: order, radio groups, recipients, focus and automatic values. */
import { sameContact, type Contact } from '#contract/entities/common.ts';
import { usualDayForm } from '#contract/entities/dates.ts';
import { isSignedValue, type Field, type UnsignedValue } from '#contract/entities/field.ts';
import { fieldDefaults } from '#contract/limits/fields.ts';

/** Whom a field can be assigned to: a recipient of a transaction, or any contact with a role. */
export interface FieldOwner extends Contact {
  role?: string | null | undefined;
}

/** Sorts fields in reading order: by page, then by row (tops within a tolerance of 1), then from left to right. */
export function sortFields<T extends Pick<Field, 'page' | 'rect'>>(fields: readonly T[]): T[] {
  const byTop = [...fields].sort((a, b) => a.page - b.page || a.rect.y - b.rect.y || a.rect.x - b.rect.x);
  const rows: T[][] = [];
  for (const each of byTop) {
    const row = rows.at(-1);
    const first = row?.[0];
    const sameRow = first && first.page === each.page && each.rect.y - first.rect.y <= fieldDefaults.sortTolerance;
    if (row && sameRow) row.push(each);
    else rows.push([each]);
  }
  return rows.flatMap((row) => row.sort((a, b) => a.rect.x - b.rect.x));
}

/** Returns the ids that occur more than once: 'Field ID duplication appeared.' */
export function duplicateFieldIds(fields: readonly Pick<Field, 'id'>[]): string[] {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const { id } of fields) (seen.has(id) ? repeated : seen).add(id);
  return [...repeated];
}

export function isRecipientSet(recipient: FieldOwner | null | undefined): boolean {
  if (!recipient) return false;
  return Boolean(recipient.email || recipient.phone || (recipient.role && recipient.role !== 'empty'));
}

/** Whether the field is available to this person. An unassigned field is available to everybody. */
export function availableTo(field: Pick<Field, 'recipient'>, owner: FieldOwner): boolean {
  const { recipient } = field;
  if (!recipient || !isRecipientSet(recipient)) return true;
  if (recipient.email || recipient.phone) return sameContact(recipient, owner);
  return Boolean(owner.role) && recipient.role === owner.role;
}

/** Whether the field holds a digital signature, and so can't be changed. */
export const isSigned = ({ value }: Pick<Field, 'value'>): boolean => isSignedValue(value);

/** Whether the field gets its value by itself. */
export const fillsItself = ({ autoFill, rules }: Field): boolean => autoFill !== null || Boolean(rules?.formula);

/**
 * Whether a recipient may fill the field. Not if it is signed, read-only, hidden or a label; but a self-filling date or a
 * calculated field is allowed.
 */
export function fillableBy(field: Field, owner: FieldOwner): boolean {
  if (field.type === 'link' || field.label || field.hidden || isSigned(field)) return false;
  return (!field.readonly || fillsItself(field)) && availableTo(field, owner);
}

/** Whether the field is assigned to this recipient (not merely available to everybody). */
export const belongsTo = (field: Pick<Field, 'recipient'>, owner: FieldOwner): boolean =>
  isRecipientSet(field.recipient) && availableTo(field, owner);

const sameGroup = (a: Field, b: Field): boolean => Boolean(a.group) && a.group === b.group;

/** Whether two fields are places of one: they have the same name and type. */
export const isSamePlace = (a: Field, b: Field): boolean => a.id === b.id || (Boolean(a.dataLabel) && a.dataLabel === b.dataLabel && a.type === b.type && a.type !== 'radio');

/** What places of one name have in common. */
const commonOf = ({ value, recipient, required, readonly, autoFill, options, textFormat, textMaxLength, dateFormat, rules }: Field): Partial<Field> =>
  ({ value, recipient, required, readonly, autoFill, options, textFormat, textMaxLength, dateFormat, rules });

/** Applies what places of one name have in common to the others of the changed field. */
export function shareByLabel(fields: readonly Field[], changed: Field): Field[] {
  const common = commonOf(changed);
  return fields.map((each) => (each.id !== changed.id && isSamePlace(each, changed) ? { ...each, ...common, changed: true } : each));
}

/** Names a field. If the name is known, the field becomes another place of the field that has it. */
export function setDataLabel(field: Field, dataLabel: string | null, fields: readonly Field[]): Field {
  const next = { ...field, dataLabel };
  const known = fields.find((each) => each.id !== field.id && isSamePlace(each, next));
  return known ? { ...next, ...commonOf(known) } : next;
}

/** Applies the common properties of the changed radio button to its group. */
export function shareInGroup(fields: readonly Field[], changed: Field): Field[] {
  return fields.map((each) => {
    if (each.id === changed.id) return changed;
    if (each.type !== 'radio' || changed.type !== 'radio' || !sameGroup(each, changed)) return each;
    const { required, readonly, recipient, dataLabel, helpText, rules } = changed;
    return { ...each, required, readonly, recipient, dataLabel, helpText, rules };
  });
}

/** Turns a radio button or checkmark on or off. Only one of a group is on. */
export function setChecked(fields: readonly Field[], id: string, on: boolean): Field[] {
  const target = fields.find((each) => each.id === id);
  if (!target) return [...fields];
  return fields.map((each) => {
    if (each.id === id) return { ...each, value: on };
    const rival = (each.type === 'radio' || each.type === 'checkmark') && sameGroup(each, target);
    return on && rival ? { ...each, value: false } : each;
  });
}

const isEmptyPicture = (field: Field): boolean =>
  field.value === null || (typeof field.value === 'object' && !isSigned(field));

/** Copies a signature to the other unsigned signature fields that are unassigned or of the same recipient. */
export function copySignature(fields: readonly Field[], signed: Field, value: UnsignedValue): Field[] {
  return fields.map((each) => {
    if (each.id === signed.id) return { ...each, value };
    if (each.type !== signed.type || signed.type !== 'signature' || !isEmptyPicture(each)) return each;
    const shared = !isRecipientSet(each.recipient) || (signed.recipient && availableTo(each, signed.recipient));
    return shared && each.permittedTypes.includes(value.fillType) ? { ...each, value } : each;
  });
}

const pad = (value: number, length: number): string => String(value).padStart(length, '0');

/** Formats a date. Tokens: YYYY, YY, MM, M, DD, D. */
export function formatDate(date: Date, format: string | null): string {
  const year = date.getFullYear();
  const month = date.getMonth() + 1;
  const day = date.getDate();
  const values: Record<string, string> = {
    YYYY: pad(year, 4), YY: pad(year % 100, 2), MM: pad(month, 2), M: String(month), DD: pad(day, 2), D: String(day),
  };
  return (format || usualDayForm).replace(/YYYY|YY|MM|M|DD|D/gi, (token) => values[token.toUpperCase()] ?? token);
}

/** Fills the automatic date fields of the signer with today's date. */
export function fillDates(fields: readonly Field[], signer: FieldOwner, today: Date): Field[] {
  return fields.map((each) => {
    if (each.type !== 'date' || each.autoFill !== 'sign_date') return each;
    const due = isRecipientSet(each.recipient) ? availableTo(each, signer) : !each.value || each.readonly;
    return due ? { ...each, value: formatDate(today, each.dateFormat) } : each;
  });
}

interface FocusOptions {
  /** In the editor, hidden fields and labels can have focus. */
  build?: boolean;
  recipient?: FieldOwner;
  preventCycle?: boolean;
}

export function canFocus(field: Field, options: FocusOptions = {}): boolean {
  if (options.recipient && !availableTo(field, options.recipient)) return false;
  if (field.type === 'link' || isSigned(field)) return false;
  if (field.label) return options.build === true;
  if (field.hidden && !options.build) return false;
  return !field.readonly;
}

/** Returns the next (`+1`) or previous (`-1`) field to focus, in reading order. */
export function nextFocus(
  fields: readonly Field[], current: string | null, direction: 1 | -1, options: FocusOptions = {},
): Field | null {
  const order = sortFields(fields).filter((each) => each.id === current || canFocus(each, options));
  const at = order.findIndex((each) => each.id === current);
  if (at === -1) return (direction === 1 ? order.at(0) : order.at(-1)) ?? null;
  const index = at + direction;
  const cycled = order.at(index % order.length);
  const next = index < 0 || index >= order.length ? (options.preventCycle ? null : cycled) : order[index];
  return next && next.id !== current ? next : null;
}
