import { canonicalEmail } from '#contract/entities/common.ts';
import { canonicalPhone } from '#contract/entities/phone-number.ts';
import { participationOf, signerRole, type CcEntryInput, type RecipientInput } from '#contract/entities/recipient.ts';
import type { TransactionMessage, TransactionOptions } from '#contract/entities/transaction.ts';
import type { LockablePart } from '#contract/entities/template-lock.ts';
import type { ListRules, Merged, Side } from './three-way.ts';
import { isSameData, mergeList, mergeWhole } from './three-way.ts';

/** The sender's input for a transaction or a template, with the parts that it has. */
export interface DraftContent {
  name: string;
  message: TransactionMessage;
  recipients: RecipientInput[];
  cc: CcEntryInput[];
  options: TransactionOptions;
  expiresAt?: string | null;
  public?: boolean;
  lockedParts?: LockablePart[];
}
export type DraftPart = keyof DraftContent;

type Person = Pick<RecipientInput, 'id' | 'email' | 'phone' | 'firstName' | 'lastName' | 'role'>;

const keyOfPerson = ({ id, email, phone, firstName, lastName }: Person): string =>
  (email ? canonicalEmail(email) : null) ?? (phone ? canonicalPhone(phone) : null) ?? id ?? [firstName, lastName].join(' ');

/** The properties that the sender edits. Ids and properties set by the server do not count as changes. */
const writtenOf = (person: RecipientInput) => ({
  email: person.email || null, phone: person.phone || null, firstName: person.firstName || null, lastName: person.lastName || null,
  locale: person.locale || null, role: person.role || signerRole, participation: participationOf(person), inPerson: person.inPerson ?? false, signingOrder: person.signingOrder ?? null,
  identityRequirements: person.identityRequirements ?? [], identityRequireManualApproval: person.identityRequireManualApproval ?? false,
  privateMessage: person.privateMessage ?? '', requireAccessCode: person.requireAccessCode ?? false, accessCodePhone: person.accessCodePhone || null,
  attachments: person.attachments ?? [],
});

const isSamePerson = (a: RecipientInput, b: RecipientInput): boolean => isSameData(writtenOf(a), writtenOf(b));
const isSameCc = (a: CcEntryInput, b: CcEntryInput): boolean => a.type === b.type && isSameData(writtenOf(a as RecipientInput), writtenOf(b as RecipientInput));

const recipientRules: ListRules<RecipientInput> = { keyOf: keyOfPerson, isEqual: isSamePerson };
/** Templates identify people by their roles. */
const roleRules: ListRules<RecipientInput> = { keyOf: (person) => person.role ?? keyOfPerson(person), isEqual: isSamePerson };
const ccRules: ListRules<CcEntryInput> = { keyOf: (entry) => (entry.type === 'team' ? (entry.id ?? '') : keyOfPerson(entry)), isEqual: isSameCc };

/** Merges the properties of an object one by one. */
function mergeEach<Value extends object>(base: Value, mine: Value, theirs: Value, prefer: Side): Merged<Value, keyof Value> {
  const value: Value = { ...theirs };
  const clashes: (keyof Value)[] = [];
  for (const key of Object.keys(mine) as (keyof Value)[]) {
    const merged = mergeWhole(base[key], mine[key], theirs[key], prefer);
    value[key] = merged.value;
    if (merged.clashes.length > 0) clashes.push(key);
  }
  return { value, clashes };
}

const isSameList = <Item>(a: readonly Item[], b: readonly Item[], same: (one: Item, other: Item) => boolean): boolean =>
  a.length === b.length && a.every((item, index) => same(item, b[index] as Item));

/** Whether a part is equal in both. */
export function isSamePart(part: DraftPart, a: DraftContent, b: DraftContent): boolean {
  if (a[part] === b[part]) return true;
  if (part === 'recipients') return isSameList(a.recipients, b.recipients, isSamePerson);
  if (part === 'cc') return isSameList(a.cc, b.cc, isSameCc);
  return isSameData(a[part], b[part]);
}

/** The parts that differ. */
export const changedParts = <Content extends DraftContent>(base: Content, now: Content): DraftPart[] =>
  (Object.keys(now) as DraftPart[]).filter((part) => !isSamePart(part, base, now));

/** Merges the edits of two people to the same transaction or template. The clashes are parts. */
export function mergeDraft<Content extends DraftContent>(base: Content, mine: Content, theirs: Content, prefer: Side, kind: 'transaction' | 'template'): Merged<Content, DraftPart> {
  const clashes: DraftPart[] = [];
  const take = <Value>(part: DraftPart, merged: Merged<Value, unknown>): Value => {
    if (merged.clashes.length > 0) clashes.push(part);
    return merged.value;
  };
  const whole = <Part extends 'name' | 'expiresAt' | 'public' | 'lockedParts'>(part: Part): Pick<DraftContent, Part> | object =>
    part in mine ? { [part]: take(part, mergeWhole(base[part], mine[part], theirs[part], prefer)) } : {};
  const value = {
    ...theirs,
    ...whole('name'),
    ...whole('expiresAt'),
    ...whole('public'),
    ...whole('lockedParts'),
    message: take('message', mergeEach(base.message, mine.message, theirs.message, prefer)),
    options: take('options', mergeEach(base.options, mine.options, theirs.options, prefer)),
    recipients: take('recipients', mergeList(base.recipients, mine.recipients, theirs.recipients, kind === 'template' ? roleRules : recipientRules, prefer)),
    cc: take('cc', mergeList(base.cc, mine.cc, theirs.cc, ccRules, prefer)),
  };
  return { value, clashes };
}
