/**
 * The languages of the product, each by its own name. What exists once for each language takes its type from here, so that
 * a language that is missing anywhere fails the type check or `locales.test.ts`.
 */
export const languages = {
  en: 'English',
  es: 'Español',
  de: 'Deutsch',
  zh: '中文',
  fi: 'Suomi',
  ja: '日本語',
  el: 'Ελληνικά',
  fr: 'Français',
  tr: 'Türkçe',
  uk: 'Українська',
} as const;
export type Locale = keyof typeof languages;
export const locales = Object.keys(languages) as [Locale, ...Locale[]];

export const isLocale = (value: unknown): value is Locale => typeof value === 'string' && Object.hasOwn(languages, value);

/** The language of a tag (BCP 47), if it is one of ours: `de-AT` is German, `fil` is not Finnish. */
export const localeOfTag = (tag: string | null | undefined): Locale | null => {
  const language = tag?.trim().toLowerCase().split(/[-_;]/)[0];
  return isLocale(language) ? language : null;
};
