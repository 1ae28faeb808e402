import { isEmail, isPersonName, sameContact } from '#contract/entities/common.ts';
import type { Contact } from '#contract/entities/common.ts';
import { internationalPhone, shownPhone } from '#contract/entities/phone-number.ts';
import { joinName, splitName } from '#contract/person-names.ts';

/** A person while their data is typed. */
export interface PersonDraft {
  readonly name: string;
  readonly contact: string;
}

/** Error codes of document 2 §5.3, in the order of the checks. */
export type PersonProblem = 'names_validation' | 'fields_empty' | 'email_validation' | 'fields_validation' | 'match_user' | 'match_recipient';

export interface PersonProblems {
  readonly name?: PersonProblem;
  readonly contact?: PersonProblem;
}

interface PersonRules {
  /** People who are already in the list. */
  readonly others?: readonly Contact[];
  /** The current user, where they can't be added. */
  readonly user?: Contact | null;
  /** Whether a phone number is a valid contact (phone login). */
  readonly allowPhone?: boolean;
}

/** Parses a contact: e-mail if it contains an at-sign, else a phone number in the international form. */
export function contactOf(text: string): { email: string | null; phone: string | null } {
  const trimmed = text.trim();
  if (trimmed.includes('@')) return { email: trimmed, phone: null };
  return { email: null, phone: internationalPhone(trimmed) };
}

/** A contact as it is shown and edited. */
export const contactText = ({ email, phone }: Contact): string => email || (phone ? shownPhone(phone) : '');

function contactProblem(text: string, { others = [], user, allowPhone = false }: PersonRules): PersonProblem | undefined {
  const contact = contactOf(text);
  if (text.trim() === '') return 'fields_empty';
  const valid = contact.email ? isEmail(contact.email) : allowPhone && contact.phone !== null;
  if (!valid) return allowPhone ? 'fields_validation' : 'email_validation';
  if (user && sameContact(user, contact)) return 'match_user';
  return others.some((other) => sameContact(other, contact)) ? 'match_recipient' : undefined;
}

/** Returns the problems of the draft by input field. */
export function problemsOf(draft: PersonDraft, rules: PersonRules = {}): PersonProblems {
  const name = draft.name.trim();
  const named = Object.values(splitName(name)).every((part) => part === null || isPersonName(part));
  const contact = contactProblem(draft.contact, rules);
  return { ...(named ? {} : { name: 'names_validation' as const }), ...(contact ? { contact } : {}) };
}

export function hasProblems(problems: PersonProblems): boolean {
  return problems.name !== undefined || problems.contact !== undefined;
}

/** Returns the person's full name; empty if only the address is known. */
export const fullName = (person: { firstName?: string | null | undefined; lastName?: string | null | undefined }): string =>
  joinName(person.firstName, person.lastName);
