/**
 * What can be chosen in a field that takes only its options. Forms list a blank among them for what has not been chosen,
 * and some list a line twice: nothing is chosen once, by a line of the screen's own.
 */
export const choicesOf = (options: readonly string[]): string[] => [...new Set(options.filter((option) => option.trim() !== ''))];
