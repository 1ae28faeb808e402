import type { PostProcessorModule } from 'i18next';

/** Texts up to this length are labels and stay unchanged. */
const LABEL = 32;

/** Replaces the hyphen of “e-mail” in sentences with a non-breaking one. */
export const unbroken = (text: string): string => (text.length > LABEL ? text.replaceAll(/(?<!\p{L})(e)-(?=mail|posta)/giu, '$1\u2011') : text);

export const unbrokenWords: PostProcessorModule = { type: 'postProcessor', name: 'unbroken', process: (text: string) => unbroken(text) };
