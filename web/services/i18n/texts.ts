import { isLocale, type Locale } from '#contract/languages.ts';
import { chooseLanguage } from './languages.ts';

/** Where this browser keeps the language that was chosen in it. */
export const LANGUAGE_STORAGE_KEY = 'countersign.language';

/** The language of the mail that somebody came from; what was chosen in this browser counts more. */
const MAIL_LANGUAGE = 'countersign.mail-language';

export const noteMailLanguage = (language: string | null): void => {
  if (!isLocale(language)) return;
  try {
    localStorage.setItem(MAIL_LANGUAGE, language);
  } catch (error) {
    console.info('The language of the mail can\'t be stored', error);
  }
};

/** All texts of a language that people see in the app, by their files; those of mails stay at the server. One file each, so that they come at once. */
const files = {
  en: () => import('./texts/en.ts'),
  es: () => import('./texts/es.ts'),
  de: () => import('./texts/de.ts'),
  zh: () => import('./texts/zh.ts'),
  fi: () => import('./texts/fi.ts'),
  ja: () => import('./texts/ja.ts'),
  el: () => import('./texts/el.ts'),
  fr: () => import('./texts/fr.ts'),
  tr: () => import('./texts/tr.ts'),
  uk: () => import('./texts/uk.ts'),
} satisfies Record<Locale, () => Promise<{ texts: Record<string, object> }>>;

/** The texts of a language by their namespaces. */
export const loadTexts = async (language: Locale): Promise<[namespace: string, texts: object][]> =>
  Object.entries((await files[language]()).texts).map(([path, own]) => [/([^/]+)\.json$/.exec(path)?.[1] ?? path, own]);

/** A browser may have its storage shut. */
const storedHere = (key: string): string | null => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
};

/** The person's language: chosen here before, else that of the mail they came from, else the browser's. */
export const likelyLanguage = (preferred: readonly (string | null)[] = []): Locale =>
  chooseLanguage([...preferred, storedHere(LANGUAGE_STORAGE_KEY), storedHere(MAIL_LANGUAGE), ...navigator.languages]);

let shown: Locale | null = null;

/** The language of what is on the page, or will be. */
export const shownLanguage = (): Locale => shown ?? likelyLanguage();

export const showLanguage = (language: Locale): void => {
  shown = language;
  document.documentElement.lang = language;
};

/** Begins to fetch the texts before the app is here. */
export const fetchTexts = (): void => {
  // The app asks again, and says so.
  loadTexts(likelyLanguage()).catch((error: unknown) => console.info('The texts were not reached in advance', error));
};
