/**
 * The supported languages by their own names. Everything that exists per language derives its type from here, so a missing
 * translation fails the type check or `locales.test.ts`.
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

/** Maps a BCP 47 tag to a supported language, or null: `de-AT` is German, `fil` is not Finnish. */
export const localeOfTag = (tag: string | null | undefined): Locale | null => {
  const language = tag?.trim().toLowerCase().split(/[-_;]/)[0];
  return isLocale(language) ? language : null;
};
