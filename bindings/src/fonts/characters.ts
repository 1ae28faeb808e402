/** What Helvetica shows in every reader (WinAnsi encoding), and what is never drawn. */
const helvetica = /^[\t\n\r -~\u00a0-ÿ€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]*$/;

/** What only steers other characters and is never seen: joiners, directions, variants, controls, ends of lines. */
const unseen = /[\p{Default_Ignorable_Code_Point}\p{Cc}\u2028\u2029]+/gu;

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** The graphemes of those texts that Helvetica alone can't show: each such text is set as a whole in other fonts. All of them where every font has to travel with the file, as in PDF/A. */
export function graphemesToEmbed(texts: Iterable<string>, everything = false): Set<string> {
  const needed = new Set<string>();
  for (const text of texts) {
    if (!everything && helvetica.test(text)) continue;
    for (const { segment } of graphemes.segment(text.replaceAll(/\p{Cs}/gu, '\u{fffd}'))) {
      const seen = segment.replaceAll(unseen, '');
      if (seen) needed.add(seen);
    }
  }
  return needed;
}

/** The operations that draw text. */
export const drawsText = (operation: string): boolean => ['placeFields', 'merge', 'prepareSignature'].includes(operation);

/** The texts in the argument of an operation that draws text; nothing for other operations. */
export function textsToDraw(operation: string, argument: unknown, everything = false): string[] {
  if (operation === 'placeFields') return stringsOf(listOf(argument, 'fields').map((place) => entry(entry(place, 'field'), 'value')));
  if (operation === 'merge') return stringsOf(Object.values(valuesOf(entry(argument, 'values'), everything)));
  if (operation === 'prepareSignature') return stringsOf([...Object.values(entry(argument, 'values') ?? {}), ...listOf(argument, 'lines')]);
  return [];
}

/** The texts that no font showed when an operation failed: those of choices stand in the document, not in its argument. */
export function textsWithoutFont(error: unknown): string[] {
  const findings = listOf(error, 'details').map((finding) => entry(finding, 'characters'));
  return findings.filter((characters): characters is string => typeof characters === 'string');
}

/** Values are one text where they can be. Nothing has to be looked for where all of it is easy to draw. */
function valuesOf(values: unknown, everything: boolean): object {
  if (typeof values === 'string') return !everything && helvetica.test(values) ? {} : JSON.parse(values);
  return Object(values ?? {});
}

function listOf(argument: unknown, key: string): unknown[] {
  const list = entry(argument, key);
  return Array.isArray(list) ? list : [];
}

/** Addresses of pictures are no text. */
function stringsOf(values: unknown[]): string[] {
  return values.filter((value): value is string => typeof value === 'string' && !value.startsWith('data:'));
}

function entry(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}
