/** Converts between roles and people: recipients and their fields when a template is used or created. */
import { sameContact, type Contact } from '#contract/entities/common.ts';
import type { Field } from '#contract/entities/field.ts';
import { isRecipientSet } from '#contract/entities/field-list.ts';
import { defaultValueOf } from '#contract/entities/field-rules.ts';
import { hasWayToSign, participationOf, signerRole, type RecipientDraft } from '#contract/entities/recipient.ts';
import { isSignerRole, type TemplateRole } from '#contract/entities/template.ts';
import type { TemplateRecipient } from '#server/platform/database/tables/documents.tables.ts';
import { AppError } from '#server/platform/app-error.ts';
import { newId } from '#server/platform/id.ts';

const sameRole = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase();

/** A template identifies its recipients by role, so roles must be unique. */
export function assertRolesApart(recipients: readonly { role: string }[]): void {
  const repeated = recipients.filter((each, index) => recipients.slice(0, index).some((earlier) => sameRole(earlier.role, each.role)));
  if (repeated.length > 0) throw new AppError('match_recipient', repeated.map(({ role }) => ({ role })));
}

/**
 * Assigns people to the template's roles. Recipients without one of its roles follow at the end. Throws `fields_empty` if a role
 * has nobody.
 */
export function assignRoles(recipients: readonly TemplateRecipient[], given: readonly TemplateRole[], others: readonly RecipientDraft[] = []): RecipientDraft[] {
  const taking = recipients.map(({ role }) => others.find((each) => sameRole(each.role, role)));
  const twice = given.filter((each) => taking.some((other) => other && sameRole(other.role, each.role)));
  if (twice.length > 0) {
    throw new AppError('request_validation_error', twice.map(({ role }) => ({ path: 'body/transactionDetails/recipients', message: `The role ${role} is taken twice` })));
  }
  const unknown = given.filter((each) => !recipients.some((recipient) => sameRole(recipient.role, each.role)));
  if (unknown.length > 0) {
    throw new AppError('request_validation_error', unknown.map(({ role }) => ({ path: 'body/templateRolesData', message: `The template has no role ${role}` })));
  }
  const assigned = recipients.map((recipient, index): RecipientDraft => {
    const whole = taking[index];
    if (whole) return { ...whole, role: recipient.role, participation: participationOf(recipient), locale: whole.locale ?? recipient.locale, signingOrder: whole.signingOrder ?? recipient.signingOrder };
    const anew = { ...recipient, id: undefined };
    const person = given.find((each) => sameRole(each.role, recipient.role));
    return person ? { ...anew, ...person, role: recipient.role, locale: person.locale ?? recipient.locale } : anew;
  });
  assigned.push(...others.filter((each) => !taking.includes(each)));
  const missing = assigned.filter((each) => !hasWayToSign(each));
  if (missing.length > 0) throw new AppError('fields_empty', { roles: missing.map(({ role }) => role) });
  return assigned;
}

/** Assigns the fields of a role, or of a recipient named in the template, to the person in that role. */
export function assignFields(fields: readonly Field[], recipients: readonly TemplateRecipient[], assigned: readonly RecipientDraft[]): Field[] {
  return fields.map((field) => {
    const index = roleIndexOf(field, recipients);
    const person = index === -1 ? undefined : assigned[index];
    return person ? { ...field, recipient: { email: person.email, phone: person.phone, role: person.role } } : field;
  });
}

function roleIndexOf({ recipient }: Field, recipients: readonly TemplateRecipient[]): number {
  if (!recipient || !isRecipientSet(recipient)) return -1;
  const named = recipient.email || recipient.phone ? recipients.findIndex((each) => sameContact(each, recipient)) : -1;
  return named === -1 ? recipients.findIndex((each) => recipient.role !== null && sameRole(each.role, recipient.role)) : named;
}

/** The caller is the only signer of a library template. If it has several roles, only the signer's fields are kept. */
export function fieldsForLibrary(fields: readonly Field[], recipients: readonly TemplateRecipient[], caller: Contact): Field[] {
  const ofSigner = recipients.length < 2 ? fields : fields.filter((field) => {
    const index = roleIndexOf(field, recipients);
    return !isRecipientSet(field.recipient) || (index !== -1 && isSignerRole(recipients[index] ?? { role: '' }));
  });
  const person = { email: caller.email ?? null, phone: caller.phone ?? null, role: signerRole };
  return ofSigner.map((field) => (isRecipientSet(field.recipient) ? { ...field, recipient: person } : field));
}

/** Converts recipients to roles. Duplicate roles are numbered. Only the owner keeps their contact data, and private messages stay behind. */
export function rolesOf(recipients: readonly RecipientDraft[], owner: Contact): TemplateRecipient[] {
  const roles: TemplateRecipient[] = [];
  for (const each of recipients) {
    const base = each.role.trim() || signerRole;
    let role = base;
    for (let number = 2; roles.some((other) => sameRole(other.role, role)); number += 1) role = `${base} ${number}`;
    const contact = sameContact(each, owner) ? {} : { email: null, phone: null, firstName: null, lastName: null, locale: null };
    roles.push({ ...each, ...contact, role, privateMessage: '', id: newId() });
  }
  return roles;
}

/** Reassigns the fields of recipients to their roles and clears the values. */
export function fieldsOfRoles(fields: readonly Field[], recipients: readonly RecipientDraft[], roles: readonly TemplateRecipient[]): Field[] {
  return fields.map((field) => {
    const index = recipients.findIndex((each) => field.recipient && isRecipientSet(field.recipient) && (
      field.recipient.email || field.recipient.phone ? sameContact(field.recipient, each) : field.recipient.role === each.role));
    const role = index === -1 ? undefined : roles[index];
    if (!role) return field;
    return { ...field, value: emptyValue(field), recipient: { email: role.email, phone: role.phone, role: role.role } };
  });
}

/** Keeps a value the sender fixed; clears what a recipient entered. */
const emptyValue = ({ type, value, readonly }: Field): Field['value'] => (readonly && typeof value !== 'object' ? value : defaultValueOf(type));
