import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isLocale, type Locale, locales } from '#contract/languages.ts';
import { pseudo } from '../../scripts/vite/pseudo-language.ts';
import { root } from '../support/shared.ts';

/** English as a build in that mode shows it. */
export const PSEUDO = 'pseudo';

/** The language in which the product is looked at: German if nothing else is said, whose longer words find what is too narrow. */
export const usualLanguage = process.env.SCREENSHOTS_LANGUAGE ?? 'de';
let language = usualLanguage;

/** The product is looked at in another language from now on. */
export const setLanguage = (spoken: string): void => void (language = spoken);

/** A text of the product in that language, by its key: `catalogueText('lists', 'act.delete')`. */
export function catalogueText(namespace: string, key: string): string {
  const isPseudo = language === PSEUDO;
  let words: unknown = JSON.parse(readFileSync(join(root, 'contract', 'locales', isPseudo ? 'en' : language, `${namespace}.json`), 'utf8'));
  for (const each of key.split('.')) words = (words as Record<string, unknown>)[each];
  return isPseudo ? pseudo(String(words)) : String(words);
}

/** The languages that a run was asked for, or those it usually takes. */
export function languagesWanted(usual: readonly Locale[]): readonly Locale[] {
  const { LANGUAGES } = process.env;
  if (!LANGUAGES) return usual;
  return LANGUAGES === 'all' ? locales : LANGUAGES.split(',').filter(isLocale);
}
