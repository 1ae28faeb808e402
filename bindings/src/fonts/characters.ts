/** What Helvetica shows in every reader (WinAnsi encoding), and what is never drawn. */
const helvetica = /^[\t\n\r -~\u00a0-ÿ€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]*$/;

/** The characters of those texts that Helvetica alone can't show: each such text is set as a whole in other fonts. */
export function charactersToEmbed(texts: Iterable<string>): Set<number> {
  const characters = new Set<number>();
  for (const text of texts) {
    if (helvetica.test(text)) continue;
    for (const character of text) characters.add(character.codePointAt(0) ?? 0);
  }
  return characters;
}

/** The texts in the argument of an operation that draws text; nothing for other operations. */
export function textsToDraw(operation: string, argument: unknown): string[] {
  if (operation === 'placeFields') return stringsOf(listOf(argument, 'fields').map((place) => entry(entry(place, 'field'), 'value')));
  if (operation === 'merge') return stringsOf(Object.values(valuesOf(entry(argument, 'values'))));
  if (operation === 'prepareSignature') return stringsOf([...Object.values(entry(argument, 'values') ?? {}), ...listOf(argument, 'lines')]);
  return [];
}

/** The characters that no font showed when an operation failed: those of choices stand in the document, not in its argument. */
export function missingCharacters(error: unknown): Set<number> {
  const findings = listOf(error, 'details').map((finding) => entry(finding, 'characters'));
  const texts = findings.filter((characters): characters is string => typeof characters === 'string');
  return new Set([...texts.join('')].map((character) => character.codePointAt(0) ?? 0));
}

/** Values are one text where they can be. Nothing has to be looked for where all of it is easy to draw. */
function valuesOf(values: unknown): object {
  if (typeof values === 'string') return helvetica.test(values) ? {} : JSON.parse(values);
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
