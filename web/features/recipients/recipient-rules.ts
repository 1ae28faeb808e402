import { isEmail, isPersonName, isPhone, sameContact } from '#contract/entities/common.ts';
import type { Contact } from '#contract/entities/common.ts';

/** A recipient or cc entry while it is written. */
export interface PersonDraft {
  readonly name: string;
  readonly contact: string;
}

export type PersonProblem = 'fields_empty' | 'email_validation' | 'names_validation' | 'match_recipient';

export interface PersonProblems {
  readonly name?: PersonProblem;
  readonly contact?: PersonProblem;
}

/** An address with an at-sign is an e-mail, anything else a phone number. */
export function contactOf(text: string): { email: string | null; phone: string | null } {
  const trimmed = text.trim();
  if (trimmed.includes('@')) return { email: trimmed, phone: null };
  return { email: null, phone: trimmed.replace(/\s+/g, '') || null };
}

/** The codes of document 2 §5.3, each beside the field it belongs to. */
export function problemsOf(
  draft: PersonDraft,
  others: readonly Contact[],
  allowPhone = false,
): PersonProblems {
  const problems: { name?: PersonProblem; contact?: PersonProblem } = {};
  const name = draft.name.trim();
  if (name && !name.split(/\s+/).every((part) => isPersonName(part))) problems.name = 'names_validation';
  const contact = contactOf(draft.contact);
  if (!contact.email && !contact.phone) problems.contact = 'fields_empty';
  else if (contact.email ? !isEmail(contact.email) : !(allowPhone && contact.phone && isPhone(contact.phone))) {
    problems.contact = 'email_validation';
  } else if (others.some((other) => sameContact(other, contact))) problems.contact = 'match_recipient';
  return problems;
}

export function hasProblems(problems: PersonProblems): boolean {
  return problems.name !== undefined || problems.contact !== undefined;
}

/** The last word is the last name, the rest the first; a single word is a first name. */
export function splitName(name: string): { firstName: string | null; lastName: string | null } {
  const words = name.trim().split(/\s+/).filter(Boolean);
  if (words.length < 2) return { firstName: words[0] ?? null, lastName: null };
  return { firstName: words.slice(0, -1).join(' '), lastName: words.at(-1) ?? null };
}

export function moveItem<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const next = [...items];
  const [moved] = next.splice(from, 1);
  if (moved !== undefined) next.splice(to, 0, moved);
  return next;
}
