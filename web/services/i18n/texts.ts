import { isLocale, type Locale } from '#contract/languages.ts';
import { chooseLanguage } from './languages.ts';

/** Storage key of the chosen language. */
export const LANGUAGE_STORAGE_KEY = 'countersign.language';

/** Storage key of the language of the last e-mail link. A chosen language has precedence. */
const MAIL_LANGUAGE = 'countersign.mail-language';

export const noteMailLanguage = (language: string | null): void => {
  if (!isLocale(language)) return;
  try {
    localStorage.setItem(MAIL_LANGUAGE, language);
  } catch (error) {
    console.info('The language of the mail can\'t be stored', error);
  }
};

/** Texts of the app by language, one chunk each. Texts of e-mails stay at the server. */
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

/** Storage may be blocked by the browser. */
const storedHere = (key: string): string | null => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
};

/** The likely language: chosen before, else that of the e-mail, else that of the browser. */
export const likelyLanguage = (preferred: readonly (string | null)[] = []): Locale =>
  chooseLanguage([...preferred, storedHere(LANGUAGE_STORAGE_KEY), storedHere(MAIL_LANGUAGE), ...navigator.languages]);

let shown: Locale | null = null;

/** The language that is shown, or will be. */
export const shownLanguage = (): Locale => shown ?? likelyLanguage();

export const showLanguage = (language: Locale): void => {
  shown = language;
  document.documentElement.lang = language;
};

/** Starts to load the texts before the app. */
export const fetchTexts = (): void => {
  // The app loads them again and reports a failure.
  loadTexts(likelyLanguage()).catch((error: unknown) => console.info('The texts were not reached in advance', error));
};
