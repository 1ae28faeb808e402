/** Which texts are whose: what is shown in a language must be of that language. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { locales } from '#contract/languages.ts';
import { root } from '../support/shared.ts';

type Texts = string | { readonly [key: string]: Texts };

const folder = join(root, 'contract', 'locales');
/** The server's own: they are in mails and documents, not on screens. */
const ofTheServer = ['mail.json', 'server.json', 'text.json'];

/** What stands in the page as one: between elements of a text. */
const pieces = (text: string): string[] => text.split(/<\/?\w+\/?>/).map((piece) => piece.trim()).filter((piece) => piece !== '');
const textsIn = (texts: Texts): string[] => (typeof texts === 'string' ? pieces(texts) : Object.values(texts).flatMap(textsIn));

/** Every text that screens show in a language. */
export const textsOf = (language: string): Set<string> =>
  new Set(readdirSync(join(folder, language)).filter((name) => !ofTheServer.includes(name)).flatMap((name) => textsIn(JSON.parse(readFileSync(join(folder, language, name), 'utf8')))));

const PLACE = /\{\{[^}]+\}\}/;
const escaped = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
const patternOf = (text: string, filled: string): RegExp => new RegExp(`^${text.split(PLACE).map(escaped).join(filled)}$`, 'su');
/** Of a text that is nearly all filled in, nothing can be told. */
const saysSomething = (text: string): boolean => (text.replaceAll(new RegExp(PLACE, 'g'), '').match(/\p{L}/gu) ?? []).length >= 4;

interface Words {
  has(text: string): boolean;
}

function words(texts: ReadonlySet<string>, filled: string): Words {
  const patterns = [...texts].filter((text) => PLACE.test(text) && saysSomething(text)).map((text) => patternOf(text, filled));
  return { has: (text) => texts.has(text) || patterns.some((pattern) => pattern.test(text)) };
}

/** A language's own texts, whatever they are filled with, and those that have their length whoever uses them: filled with numbers at most. */
export const wordsOf = (language: string): Words & { fixed: Words } => ({ ...words(textsOf(language), '.+'), fixed: words(textsOf(language), String.raw`[\d\s.,:%]+`) });

/** Tells of a text that it is one of another language, and of which. */
export function strangersIn(language: string): (text: string) => string | null {
  const own = wordsOf(language);
  const others = locales.filter((each) => each !== language).map((each) => ({ language: each, texts: wordsOf(each) }));
  const languageOf = (text: string): string | null => (own.has(text) ? null : (others.find(({ texts }) => texts.has(text))?.language ?? null));
  // Most texts of a screen stand on others, too.
  const known = new Map<string, string | null>();
  return (text) => {
    if (!known.has(text)) known.set(text, languageOf(text));
    return known.get(text) ?? null;
  };
}
