import { isEmail, isPersonName, isPhone, sameContact } from '#contract/entities/common.ts';
import type { Contact } from '#contract/entities/common.ts';
import { joinName, splitName } from '#contract/person-names.ts';

/** A person while somebody writes who it is. */
export interface PersonDraft {
  readonly name: string;
  readonly contact: string;
}

/** The codes of document 2 §5.3, in the order in which they are looked for. */
export type PersonProblem = 'names_validation' | 'fields_empty' | 'email_validation' | 'fields_validation' | 'match_user' | 'match_recipient';

export interface PersonProblems {
  readonly name?: PersonProblem;
  readonly contact?: PersonProblem;
}

export interface PersonRules {
  /** Whoever is there already. */
  readonly others?: readonly Contact[];
  /** The person who writes, where that can't be the one who is meant. */
  readonly user?: Contact | null;
  /** A phone number is a contact too (phone login). */
  readonly allowPhone?: boolean;
}

/** An address with an at-sign is an e-mail, anything else a phone number. */
export function contactOf(text: string): { email: string | null; phone: string | null } {
  const trimmed = text.trim();
  if (trimmed.includes('@')) return { email: trimmed, phone: null };
  return { email: null, phone: trimmed.replace(/\s+/g, '') || null };
}

function contactProblem(text: string, { others = [], user, allowPhone = false }: PersonRules): PersonProblem | undefined {
  const contact = contactOf(text);
  if (!contact.email && !contact.phone) return 'fields_empty';
  const valid = contact.email ? isEmail(contact.email) : allowPhone && contact.phone !== null && isPhone(contact.phone);
  if (!valid) return allowPhone ? 'fields_validation' : 'email_validation';
  if (user && sameContact(user, contact)) return 'match_user';
  return others.some((other) => sameContact(other, contact)) ? 'match_recipient' : undefined;
}

/** What is wrong, each beside the field it belongs to. */
export function problemsOf(draft: PersonDraft, rules: PersonRules = {}): PersonProblems {
  const name = draft.name.trim();
  const named = Object.values(splitName(name)).every((part) => part === null || isPersonName(part));
  const contact = contactProblem(draft.contact, rules);
  return { ...(named ? {} : { name: 'names_validation' as const }), ...(contact ? { contact } : {}) };
}

export function hasProblems(problems: PersonProblems): boolean {
  return problems.name !== undefined || problems.contact !== undefined;
}

/** A person's name as it is written in one field; empty where only the address is known. */
export const fullName = (person: { firstName?: string | null | undefined; lastName?: string | null | undefined }): string =>
  joinName(person.firstName, person.lastName);
