import { joinName } from '#contract/person-names.ts';

/** What is known of a person; any part may be missing. */
export interface PersonName {
  firstName?: string | null | undefined;
  lastName?: string | null | undefined;
  email?: string | null | undefined;
  phone?: string | null | undefined;
}

/** The name to show: first and last name, otherwise the address or the phone number. */
export const personName = (person: PersonName): string =>
  joinName(person.firstName, person.lastName) || person.email || person.phone || '';

const firstLetter = (text: string | undefined): string => [...(text ?? '')][0]?.toLocaleUpperCase() ?? '';

/** One or two letters that stand for a person; the last two digits for a phone number alone. */
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

/** Colours of avatars (document 3 §9): twelve, the first eight are those of recipients. */
export const AVATAR_COLORS = 12;
/** Colours of the recipients of one transaction. */
export const RECIPIENT_COLORS = 8;

/** The custom property of an avatar colour; `index` counts from 0 and wraps. */
export const avatarColor = (index: number): string => {
  const number = (Math.abs(index) % AVATAR_COLORS) + 1;
  return number <= RECIPIENT_COLORS ? `var(--recipient-${number})` : `var(--avatar-${number})`;
};

/** The custom property of a recipient's colour; `index` is their place in the order, from 0. */
export const recipientColor = (index: number): string => `var(--recipient-${(Math.abs(index) % RECIPIENT_COLORS) + 1})`;

/** A steady colour for a person who is no recipient here. */
export const colorIndexOf = (key: string): number => {
  let hash = 0;
  for (const character of key) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) >>> 0;
  return hash % AVATAR_COLORS;
};
