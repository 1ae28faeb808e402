/** Formatting and parsing of personal names. */

/** Chinese, Japanese and Korean names in their own script begin with the family name: 山田 花子. */
const familyFirst = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}々〆ー・\s]+$/u;

type Part = string | null | undefined;

/** `Ada Byron`, `山田 花子`. Missing parts are omitted. */
export function joinName(firstName: Part, lastName: Part): string {
  const parts = [firstName, lastName].filter(Boolean);
  return (familyFirst.test(parts.join(' ')) ? parts.toReversed() : parts).join(' ');
}

/** The inverse of `joinName`. The family name is one word; a single word is a first name. */
export function splitName(name: string): { firstName: string | null; lastName: string | null } {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const [first] = words;
  const last = words.at(-1);
  if (!first || !last || words.length < 2) return { firstName: first ?? null, lastName: null };
  return familyFirst.test(name) ? { firstName: words.slice(1).join(' '), lastName: first } : { firstName: words.slice(0, -1).join(' '), lastName: last };
}

export type NamePart = 'firstName' | 'lastName';

/** The order of the name fields in forms of a language. */
export const namePartsIn = (language: string): readonly [NamePart, NamePart] => (/^(zh|ja|ko)\b/.test(language) ? ['lastName', 'firstName'] : ['firstName', 'lastName']);

/** Values of the HTML `autocomplete` attribute. */
export const nameAutoComplete = { firstName: 'given-name', lastName: 'family-name' } as const satisfies Record<NamePart, string>;
