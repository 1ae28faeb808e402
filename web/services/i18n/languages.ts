import type { Locale } from '#contract/languages.ts';
import { localeOfTag } from '#contract/languages.ts';

/** Some browsers report invalid locales such as `en-US@posix`, for which `Intl` throws. */
const isTag = (tag: string): boolean => {
  try {
    return Intl.getCanonicalLocales(tag).length > 0;
  } catch {
    return false;
  }
};

/** Locale for dates and numbers: the first locale of the browser with this language, since it may name the country. */
export const formatLocale = (language: string): string =>
  navigator.languages.find((each) => isTag(each) && each.toLowerCase().split('-')[0] === language) ?? language;

/** The first supported language of a list; `de-AT` counts as German. */
export const chooseLanguage = (wanted: readonly (string | null | undefined)[]): Locale => {
  for (const each of wanted) {
    const language = localeOfTag(each);
    if (language) return language;
  }
  return 'en';
};
