/** Names one after the other, as a language lists them: “A, B and C”, 「A、B、C」. */
export const listOf = (names: readonly string[], language: string): string => new Intl.ListFormat(language, { type: 'conjunction' }).format(names);

/** Languages whose sentences follow each other without a space. */
const unspaced = ['ja', 'zh'];

/** Sentences one after the other; those that are missing are left out. */
export const sentencesOf = (sentences: readonly (string | null | undefined)[], language: string): string =>
  sentences.filter(Boolean).join(unspaced.includes(language) ? '' : ' ');
