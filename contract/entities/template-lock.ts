/** Parts of a template that those who use it can't change in their drafts. Whoever may change the template isn't bound. */
import { z } from 'zod';
import type { Field } from '#contract/entities/field.ts';
import { isRecipientSet } from '#contract/entities/field-list.ts';
import { participationOf, type CcEntry, type RecipientDraft } from '#contract/entities/recipient.ts';
import { placesOf } from '#contract/entities/signing-order.ts';
import { counts } from '#contract/limits/counts.ts';

export const lockableParts = ['documents', 'fields', 'message', 'people', 'order', 'options'] as const;
export type LockablePart = (typeof lockableParts)[number];

export const lockedParts = z.array(z.enum(lockableParts)).max(lockableParts.length);

/** What a draft took over from its template. `fixedRoles`: the roles whose person the template names. */
export const draftLocks = z.object({ parts: lockedParts, fixedRoles: z.array(z.string()).max(counts.recipients) });
export type DraftLocks = z.output<typeof draftLocks>;

export interface LockableContent {
  fileIds: readonly string[];
  recipients: readonly RecipientDraft[];
  cc: readonly CcEntry[];
  message: { reminders: unknown };
  options: object;
}

/** The locked parts that a change of a draft would alter. Fields are compared by `sameFields`. */
export function lockedChanges({ parts, fixedRoles }: DraftLocks, before: LockableContent, after: { [Key in keyof LockableContent]?: LockableContent[Key] | undefined }): LockablePart[] {
  const { fileIds = before.fileIds, recipients = before.recipients, cc = before.cc, message = before.message, options = before.options } = after;
  const isChanged: Record<LockablePart, () => boolean> = {
    documents: () => !isSame(fileIds, before.fileIds),
    message: () => !isSame({ ...message, reminders: null }, { ...before.message, reminders: null }),
    options: () => !isSame(options, before.options) || !isSame(message.reminders, before.message.reminders),
    people: () => !isSame(peopleOf(recipients, cc, fixedRoles), peopleOf(before.recipients, before.cc, fixedRoles)),
    order: () => !isSame(orderOf(recipients, before.recipients), orderOf(before.recipients, before.recipients)),
    fields: () => false,
  };
  return parts.filter((part) => isChanged[part]());
}

type Person = Pick<RecipientDraft, 'email' | 'phone'> & { role: string | null };

/**
 * Whether lists of fields are the same, except that somebody took the place of another. Whoever has fields in both keeps theirs: two
 * can't change places. Nobody takes the place of one of the `fixed` people, nor they another's.
 */
export function isSameButPeople(before: readonly Field[], after: readonly Field[], fixed: readonly Person[] = []): boolean {
  const [old, now] = [before.toSorted(byId), after.toSorted(byId)];
  const [from, to] = [old.map(personOf), now.map(personOf)];
  const keysOfFixed = fixed.map(keyOf);
  return isSame(old.map(withoutPerson), now.map(withoutPerson)) && isRenaming(from, to)
    && from.every((person, index) => person === to[index] || ![person, to[index] ?? ''].some((each) => keysOfFixed.includes(each)));
}

const withoutPerson = (field: Field): unknown => ({ ...field, recipient: null, mode: null, changed: null });
const byId = (a: { id: string }, b: { id: string }): number => (a.id < b.id ? -1 : 1);
const keyOf = ({ email, phone, role }: Person): string => (email ?? phone ?? `role ${role}`).toLowerCase();
const personOf = ({ recipient }: Field): string => (recipient && isRecipientSet(recipient) ? keyOf(recipient) : '');

function isRenaming(before: readonly string[], after: readonly string[]): boolean {
  const to = new Map(before.map((person, index) => [person, after[index] ?? '']));
  const isConsistent = before.every((person, index) => to.get(person) === after[index]);
  const isOneToOne = new Set(to.values()).size === to.size;
  return isConsistent && isOneToOne && [...to].every(([person, other]) => person === other || (person !== '' && !to.has(other)));
}

/** Whatever the order of their properties. */
const isSame = (a: unknown, b: unknown): boolean => canonical(a) === canonical(b);

const canonical = (value: unknown): string => JSON.stringify(value, (_, each: unknown) => (
  typeof each === 'object' && each !== null && !Array.isArray(each) ? Object.fromEntries(Object.entries(each).toSorted(([x], [y]) => (x < y ? -1 : 1))) : each));

/** Everybody by role: what the sender may not choose about them. Of an open role, they choose the person. */
const peopleOf = (recipients: readonly RecipientDraft[], cc: readonly CcEntry[], fixedRoles: readonly string[]): unknown => [
  recipients.map((each) => [each.role, settingsOf(each), fixedRoles.includes(each.role) ? [contactOf(each), each.accessCodePhone] : null]).toSorted((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1)),
  cc.map(contactOf),
];

/** `attachments`: missing in what was stored before there were any. */
const settingsOf = ({ type, participation, inPerson, identityRequirements, identityRequireManualApproval, requireAccessCode, attachments = [] }: Omit<RecipientDraft, 'attachments'> & Partial<Pick<RecipientDraft, 'attachments'>>): unknown =>
  [type, participationOf({ participation }), inPerson, identityRequirements.toSorted(), identityRequireManualApproval, requireAccessCode, attachments];

const contactOf = ({ email, phone, firstName, lastName }: Pick<RecipientDraft, 'email' | 'phone' | 'firstName' | 'lastName'>): unknown => [email, phone, firstName, lastName].map((part) => part || null);

/** The roles of the template in their order, one array for each place. Who was added is left out. */
function orderOf(recipients: readonly RecipientDraft[], ofTemplate: readonly RecipientDraft[]): string[][] {
  const places = placesOf(recipients);
  const groups = new Map<number, string[]>();
  for (const [index, { role }] of recipients.entries()) {
    if (!ofTemplate.some((each) => each.role === role)) continue;
    const place = places[index] ?? 0;
    groups.set(place, [...(groups.get(place) ?? []), role].toSorted());
  }
  return [...groups].toSorted(([a], [b]) => a - b).map(([, roles]) => roles);
}
