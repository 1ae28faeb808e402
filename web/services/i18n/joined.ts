/** Formats a list in a language: “A, B and C”, 「A、B、C」. */
export const listOf = (names: readonly string[], language: string): string => new Intl.ListFormat(language, { type: 'conjunction' }).format(names);

/** Languages without spaces between sentences. */
const unspaced = ['ja', 'zh'];

/** Joins sentences, leaving out missing ones. */
export const sentencesOf = (sentences: readonly (string | null | undefined)[], language: string): string =>
  sentences.filter(Boolean).join(unspaced.includes(language) ? '' : ' ');
