import { shownPhone } from '#contract/entities/phone-number.ts';
import { joinName } from '#contract/person-names.ts';

/** What is known of a person; any part may be missing. */
export interface PersonName {
  firstName?: string | null | undefined;
  lastName?: string | null | undefined;
  email?: string | null | undefined;
  phone?: string | null | undefined;
}

/** Returns the display name: first and last name, else the e-mail address or phone number. */
export const personName = (person: PersonName): string =>
  joinName(person.firstName, person.lastName) || person.email || (person.phone ? shownPhone(person.phone) : '');

const firstLetter = (text: string | undefined): string => [...(text ?? '')][0]?.toLocaleUpperCase() ?? '';

/** Returns one or two initials; the last two digits if only a phone number is known. */
export const initials = (person: PersonName): string => {
  const first = person.firstName?.trim();
  const last = person.lastName?.trim();
  if (first || last) return joinName(firstLetter(first || undefined), firstLetter(last || undefined)).replace(' ', '');
  if (person.email) {
    const [one, two] = person.email.split('@')[0]?.split(/[._-]+/).filter(Boolean) ?? [];
    return firstLetter(one) + firstLetter(two);
  }
  return person.phone?.replace(/\D/g, '').slice(-2) ?? '';
};

/** Number of avatar colours (document 3 §9). The first eight are the recipient colours. */
const AVATAR_COLORS = 12;
/** Number of recipient colours in a transaction. */
export const RECIPIENT_COLORS = 8;

/** Returns the CSS custom property of an avatar colour; `index` counts from 0 and wraps. */
export const avatarColor = (index: number): string => {
  const number = (Math.abs(index) % AVATAR_COLORS) + 1;
  return number <= RECIPIENT_COLORS ? `var(--recipient-${number})` : `var(--avatar-${number})`;
};

/** Returns the CSS custom property of a recipient's colour; `index` is their position in the order, from 0. */
export const recipientColor = (index: number): string => `var(--recipient-${(Math.abs(index) % RECIPIENT_COLORS) + 1})`;

/** Returns a stable colour index for a person who is not a recipient. */
export const colorIndexOf = (key: string): number => {
  let hash = 0;
  for (const character of key) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) >>> 0;
  return hash % AVATAR_COLORS;
};
