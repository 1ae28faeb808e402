import { withEngine } from '../engine/core/engine.service.ts';

/** Latin-1, which the standard fonts cover, so no check is needed. */
const western = /^[\t\n\r -~\u00a0-\u00ff]*$/;

/** Characters of a text that no font of the core contains, each once. */
export async function missingLetters(text: string): Promise<readonly string[]> {
  return western.test(text) ? [] : withEngine((engine) => engine.missingCharacters(text));
}
