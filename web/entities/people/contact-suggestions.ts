import type { Contact } from '#contract/entities/common.ts';
import { sameContact } from '#contract/entities/common.ts';
import { fullName } from './person-draft.ts';

/** A suggested person. */
export interface KnownPerson extends Contact {
  firstName?: string | null | undefined;
  lastName?: string | null | undefined;
}

/** Maximum number of suggestions. */
const MOST = 6;

/** Whether a person's name or address contains the text, ignoring case (document 2 §5.3). */
export function fits(person: KnownPerson, text: string): boolean {
  const wanted = text.trim().toLocaleLowerCase();
  if (wanted === '') return false;
  return [fullName(person), person.email, person.phone].some((each) => each?.toLocaleLowerCase().includes(wanted));
}

/** Returns matching people without duplicates and exclusions; people with a name come first. */
export function suggest(known: readonly KnownPerson[], text: string, without: readonly Contact[]): KnownPerson[] {
  const found: KnownPerson[] = [];
  const named = known.toSorted((a, b) => Number(fullName(a) === '') - Number(fullName(b) === ''));
  for (const person of named) {
    if (found.length === MOST) break;
    if (!person.email || !fits(person, text)) continue;
    if (without.some((each) => sameContact(each, person)) || found.some((each) => sameContact(each, person))) continue;
    found.push(person);
  }
  return found;
}
