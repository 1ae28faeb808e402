import type { DocumentOperation } from '../operations.ts';

/** Characters that Helvetica shows in every reader (WinAnsi encoding), and control characters that are never drawn. */
const helvetica = /^[\t\n\r -~\u00a0-ÿ€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]*$/;

/** Whether Helvetica shows a text. */
export const isInHelvetica = (text: string): boolean => helvetica.test(text);

/** Invisible characters: joiners, direction marks, variation selectors, controls, line ends. */
const unseen = /[\p{Default_Ignorable_Code_Point}\p{Cc}\u2028\u2029]+/gu;

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/**
 * Returns the graphemes of texts that Helvetica can't show; each such text is set entirely in other fonts. With
 * `everything`, returns all graphemes, for PDF/A, which requires embedded fonts.
 */
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

/** Whether an operation draws text. */
export const drawsText = (operation: DocumentOperation): boolean => operation === 'placeFields' || operation === 'merge' || isSigning(operation);

const isSigning = (operation: DocumentOperation): boolean => operation === 'prepareSignature' || operation === 'planSignature';

/** Returns the texts to draw from an operation's argument; none for other operations. */
export function textsToDraw(operation: DocumentOperation, argument: unknown, everything = false): string[] {
  if (operation === 'placeFields') return stringsOf(listOf(argument, 'fields').map((place) => entry(entry(place, 'field'), 'value')));
  if (operation === 'merge') return stringsOf(Object.values(valuesOf(entry(argument, 'values'), everything)));
  if (isSigning(operation)) return stringsOf([...Object.values(entry(argument, 'values') ?? {}), ...listOf(argument, 'lines')]);
  return [];
}

/** Returns the texts that lacked a font when an operation failed. Texts of choices are in the document, not in the argument. */
export function textsWithoutFont(error: unknown): string[] {
  const findings = listOf(error, 'details').map((finding) => entry(finding, 'characters'));
  return findings.filter((characters): characters is string => typeof characters === 'string');
}

/** Values may be JSON text. Texts that Helvetica can show entirely are not parsed. */
function valuesOf(values: unknown, everything: boolean): object {
  if (typeof values === 'string') return !everything && helvetica.test(values) ? {} : JSON.parse(values);
  return Object(values ?? {});
}

function listOf(argument: unknown, key: string): unknown[] {
  const list = entry(argument, key);
  return Array.isArray(list) ? list : [];
}

/** Data URLs of pictures are not text. */
function stringsOf(values: unknown[]): string[] {
  return values.filter((value): value is string => typeof value === 'string' && !value.startsWith('data:'));
}

function entry(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}
