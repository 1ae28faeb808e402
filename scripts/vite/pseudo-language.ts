import type { Plugin } from 'vite';

const accented: Readonly<Record<string, string>> = { a: 'á', c: 'ç', e: 'é', i: 'í', n: 'ñ', o: 'ö', s: 'š', u: 'ü', y: 'ý', A: 'Å', C: 'Ç', E: 'É', I: 'Î', N: 'Ñ', O: 'Ø', S: 'Š', U: 'Û', Y: 'Ý' };
/** Placeholders and elements in a text. */
const marks = /(\{\{[^}]+\}\}|<\/?\w+\/?>)/;
const isElement = (piece: string): boolean => piece.startsWith('<');
/** Translations of English texts are longer by about this factor. */
const LONGER = 0.4;

const lengthened = (text: string): string => {
  const added = Math.ceil(text.replaceAll(new RegExp(marks, 'g'), '').length * LONGER);
  return added > 0 ? `${text} ${'one two three '.repeat(Math.ceil(added / 14)).slice(0, added).trim()}` : text;
};

/** A text as a translation might be, and marked as one: `Send {{name}}` → `⟦Šéñd {{name}} öñé⟧`. What stands between elements is marked by itself. */
export const pseudo = (text: string): string =>
  lengthened(text)
    .split(/(<\/?\w+\/?>)/)
    .map((part) => (isElement(part) || part.trim() === '' ? part : `⟦${part.split(marks).map((piece) => (marks.test(piece) ? piece : piece.replaceAll(/[a-z]/gi, (letter) => accented[letter] ?? letter))).join('')}⟧`))
    .join('');

type Texts = string | { readonly [key: string]: Texts };
const pseudoTexts = (texts: Texts): Texts =>
  typeof texts === 'string' ? pseudo(texts) : Array.isArray(texts) ? (texts as Texts[]).map(pseudoTexts) as unknown as Texts : Object.fromEntries(Object.entries(texts).map(([key, value]) => [key, pseudoTexts(value)]));

/** Texts of React Aria, which are functions or strings. */
const marked = `(texts) => Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, typeof text === 'function' ? (...values) => '⟦' + text(...values) + '⟧' : '⟦' + text + '⟧']))`;

/** With `--mode pseudo` English is such a language: what stands on a screen without brackets is no text of the catalogue. */
export const pseudoLanguage = (): Plugin => ({
  name: 'countersign:pseudo-language',
  enforce: 'pre',
  apply: (_, { mode }) => mode === 'pseudo',
  transform(code, id) {
    if (/\/contract\/locales\/en\/\w+\.json$/.test(id)) return { code: JSON.stringify(pseudoTexts(JSON.parse(code))), map: null };
    if (/node_modules\/react-(?:aria|stately|aria-components)\/.*\/intl\/.*en-US\.mjs\?own$/.test(id)) return { code: code.replace(/export \{\s*([$\w]+) as default\s*\};?/, `const marked = (${marked})($1); export { marked as default };`), map: null };
    return null;
  },
});
