/** Languages whose texts exist; each is one chunk, loaded when it is chosen. */
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
export type Language = keyof typeof languages;

export const isLanguage = (value: unknown): value is Language => typeof value === 'string' && Object.hasOwn(languages, value);

/** How this person writes dates and numbers in a language: the browser may know the country. */
export const formatLocale = (language: string): string =>
  navigator.languages.find((each) => each.toLowerCase().split('-')[0] === language) ?? language;

/** The first language of a list that exists here: `de-AT` counts as German. */
export const chooseLanguage = (wanted: readonly (string | null | undefined)[]): Language => {
  for (const each of wanted) {
    const language = each?.toLowerCase().split(/[-_]/)[0];
    if (isLanguage(language)) return language;
  }
  return 'en';
};
