/** How the parts of a name stand together. */

/** Chinese, Japanese and Korean names, in their own script, begin with that of the family: 山田 花子. */
const familyFirst = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}々〆ー・\s]+$/u;

type Part = string | null | undefined;

/** `Ada Byron`, `山田 花子`; what is missing is left out. */
export function joinName(firstName: Part, lastName: Part): string {
  const parts = [firstName, lastName].filter(Boolean);
  return (familyFirst.test(parts.join(' ')) ? parts.toReversed() : parts).join(' ');
}

/** What was joined; of several words one is the family's, and a single word is a first name. */
export function splitName(name: string): { firstName: string | null; lastName: string | null } {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const [first] = words;
  const last = words.at(-1);
  if (!first || !last || words.length < 2) return { firstName: first ?? null, lastName: null };
  return familyFirst.test(name) ? { firstName: words.slice(1).join(' '), lastName: first } : { firstName: words.slice(0, -1).join(' '), lastName: last };
}

export type NamePart = 'firstName' | 'lastName';

/** The order in which forms of a language ask for the parts of a name. */
export const namePartsIn = (language: string): readonly [NamePart, NamePart] => (/^(zh|ja|ko)\b/.test(language) ? ['lastName', 'firstName'] : ['firstName', 'lastName']);

/** What browsers call the parts where they fill them in. */
export const nameAutoComplete = { firstName: 'given-name', lastName: 'family-name' } as const satisfies Record<NamePart, string>;
