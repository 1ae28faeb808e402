import type { PostProcessorModule } from 'i18next';

/** Up to this length a text is a label, which stays as people search for it and has a line of its own. */
const LABEL = 32;

/** “e-mail” goes on in the next line as a whole: within sentences its hyphen is one that does not break. */
export const unbroken = (text: string): string => (text.length > LABEL ? text.replaceAll(/(?<!\p{L})(e)-(?=mail|posta)/giu, '$1\u2011') : text);

export const unbrokenWords: PostProcessorModule = { type: 'postProcessor', name: 'unbroken', process: (text: string) => unbroken(text) };
