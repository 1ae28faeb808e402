/** Letters of the end that stay in sight: an extension, a date, the number of a version. */
const END = 14;
/** What stays even in the narrowest place: `.pdf`. */
const EXTENSION = 4;
const ELLIPSIS = '…';

/** The dots stand for that of an extension too: `Draft…pdf`. */
const joined = (start: string, end: string): string => start + ELLIPSIS + end.replace(/^\./, '');

/** Where words end: after spaces, dashes and underscores. */
const wordsOf = (text: string): string[] => text.match(/[^\s_-]*[\s_-]*/g)?.filter(Boolean) ?? [];

/** The last words of a title, about as long as an end should be; a single long word gives its last letters. */
const endOf = (words: readonly string[]): string => {
  let end = '';
  for (const word of words.toReversed()) {
    if (end !== '' && end.length + word.length > END) break;
    end = word + end;
  }
  return end.length > END * 2 ? end.slice(-END) : end;
};

/**
 * Shortens a title to a width: the middle gives way, start and end stay, and no word is cut while whole ones fit.
 * `measure` tells how wide a text is drawn.
 */
export const fitTitle = (title: string, width: number, measure: (text: string) => number): string => {
  if (width <= 0 || measure(title) <= width) return title;
  const words = wordsOf(title);
  const end = endOf(words);
  const [extension = ''] = /\.\w{2,5}$/.exec(title) ?? [];
  // Rather the extension alone for an end than a word that is cut.
  for (const kept of extension ? [end, extension] : [end]) {
    const start = wordsOf(title.slice(0, title.length - kept.length));
    for (let count = start.length; count > 0; count--) {
      const shortened = joined(start.slice(0, count).join('').replace(/[\s_-]+$/, ''), kept);
      if (measure(shortened) <= width) return shortened;
    }
  }
  // Not even one whole word fits beside the end: letters have to go, at worst all but the extension.
  const last = measure(joined('', end)) < width ? end : title.slice(-EXTENSION);
  const letters = Array.from(title.slice(0, title.length - last.length));
  while (letters.length > 0 && measure(joined(letters.join(''), last)) > width) letters.pop();
  return joined(letters.join(''), last);
};
