/** Formats a list in a language: “A, B and C”, 「A、B、C」. */
export const listOf = (names: readonly string[], language: string): string => new Intl.ListFormat(language, { type: 'conjunction' }).format(names);

/** The same for many: the first of them, and how many more there are. “A, B +8” */
export const shortList = (names: readonly string[], language: string, most = 3): string =>
  (names.length <= most ? listOf(names, language) : `${new Intl.ListFormat(language, { type: 'unit' }).format(names.slice(0, most - 1))} +${names.length - most + 1}`);

/** Languages without spaces between sentences. */
const unspaced = ['ja', 'zh'];

/** Joins sentences, leaving out missing ones. */
export const sentencesOf = (sentences: readonly (string | null | undefined)[], language: string): string =>
  sentences.filter(Boolean).join(unspaced.includes(language) ? '' : ' ');
