/** Characters of the end that stay visible: an extension, a date, a version number. */
const END = 14;
/** Length of the end that stays at any width: `.pdf`. */
const EXTENSION = 4;
const ELLIPSIS = '…';

/** The ellipsis replaces the dot of an extension: `Draft…pdf`. */
const joined = (start: string, end: string): string => start + ELLIPSIS + end.replace(/^\./, '');

/** Splits into words, which end after spaces, dashes and underscores. */
const wordsOf = (text: string): string[] => text.match(/[^\s_-]*[\s_-]*/g)?.filter(Boolean) ?? [];

/** Returns the last words, about `END` characters; of a single long word its last characters. */
const endOf = (words: readonly string[]): string => {
  let end = '';
  for (const word of words.toReversed()) {
    if (end !== '' && end.length + word.length > END) break;
    end = word + end;
  }
  return end.length > END * 2 ? end.slice(-END) : end;
};

/**
 * Shortens a title to a width in the middle. Words are not cut while whole ones fit. `measure` returns the width of a
 * text, in the unit of `width`.
 */
export const fitTitle = (title: string, width: number, measure: (text: string) => number): string => {
  if (width <= 0 || measure(title) <= width) return title;
  const words = wordsOf(title);
  const end = endOf(words);
  const [extension = ''] = /\.\w{2,5}$/.exec(title) ?? [];
  // Showing only the extension at the end is better than cutting a word.
  for (const ending of extension ? [end, extension] : [end]) {
    const start = wordsOf(title.slice(0, title.length - ending.length));
    for (let count = start.length; count > 0; count--) {
      const shortened = joined(start.slice(0, count).join('').replace(/[\s_-]+$/, ''), ending);
      if (measure(shortened) <= width) return shortened;
    }
  }
  // Not even one word fits beside the end, so characters are cut, at worst all but the extension.
  const last = measure(joined('', end)) < width ? end : title.slice(-EXTENSION);
  const letters = Array.from(title.slice(0, title.length - last.length));
  while (letters.length > 0 && measure(joined(letters.join(''), last)) > width) letters.pop();
  return joined(letters.join(''), last);
};
