import type { Contact } from '#contract/entities/common.ts';
import { sameContact } from '#contract/entities/common.ts';
import { canonicalPhone, searchedDigits } from '#contract/entities/phone-number.ts';
import { matchesSearch } from '../matches-search.ts';
import { fullName } from './person-draft.ts';

/** A suggested person. */
export interface KnownPerson extends Contact {
  firstName?: string | null | undefined;
  lastName?: string | null | undefined;
}

/** Maximum number of suggestions. */
const MOST = 6;

/** Whether a person's name or address contains the text, ignoring case (document 2 §5.3). */
function matchesPerson(person: KnownPerson, text: string): boolean {
  if (text.trim() === '') return false;
  const digits = searchedDigits(text);
  if (digits !== null && person.phone && canonicalPhone(person.phone).includes(digits)) return true;
  return matchesSearch([fullName(person), person.email], text);
}

/** Returns matching people without duplicates and exclusions; people with a name come first. `allowPhone`: also those without an e-mail address. */
export function suggest(known: readonly KnownPerson[], text: string, without: readonly Contact[], allowPhone = false): KnownPerson[] {
  const found: KnownPerson[] = [];
  const named = known.toSorted((a, b) => Number(fullName(a) === '') - Number(fullName(b) === ''));
  for (const person of named) {
    if (found.length === MOST) break;
    if (!(person.email || allowPhone && person.phone) || !matchesPerson(person, text)) continue;
    if (without.some((each) => sameContact(each, person)) || found.some((each) => sameContact(each, person))) continue;
    found.push(person);
  }
  return found;
}
