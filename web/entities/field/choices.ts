/**
 * Options of a choice field without blanks and duplicates. PDF forms list a blank for "no choice", and some repeat an
 * option; the screen adds one entry of its own for "no choice".
 */
export const choicesOf = (options: readonly string[]): string[] => [...new Set(options.filter((option) => option.trim() !== ''))];
