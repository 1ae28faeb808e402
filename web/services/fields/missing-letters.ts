import { withEngine } from '../engine/core/engine.service.ts';

/** Western letters, which every PDF reader has: nothing has to be looked for. */
const western = /^[\t\n\r -~\u00a0-\u00ff]*$/;

/** The characters of a text that no font of the document core shows, each once: a document can't be filled with them. */
export async function missingLetters(text: string): Promise<readonly string[]> {
  return western.test(text) ? [] : withEngine((engine) => engine.missingCharacters(text));
}
