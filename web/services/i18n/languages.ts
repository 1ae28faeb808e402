import type { Locale } from '#contract/languages.ts';
import { localeOfTag } from '#contract/languages.ts';

/** Some browsers name locales that are none, like `en-US@posix`; `Intl` throws at them. */
const isTag = (tag: string): boolean => {
  try {
    return Intl.getCanonicalLocales(tag).length > 0;
  } catch {
    return false;
  }
};

/** How this person writes dates and numbers in a language: the browser may know the country. */
export const formatLocale = (language: string): string =>
  navigator.languages.find((each) => isTag(each) && each.toLowerCase().split('-')[0] === language) ?? language;

/** The first language of a list that exists here: `de-AT` counts as German. */
export const chooseLanguage = (wanted: readonly (string | null | undefined)[]): Locale => {
  for (const each of wanted) {
    const language = localeOfTag(each);
    if (language) return language;
  }
  return 'en';
};
