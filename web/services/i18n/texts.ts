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

type TextsModule = Promise<{ texts: Record<string, object> }>;

/**
 * Texts of the app by language, in two chunks: what the lists, the upload and the sign-in show, and the rest. A test in
 * `tests/architecture` checks that these screens need no other text. Texts of e-mails stay at the server.
 */
const chunks = {
  en: { opening: () => import('./texts/en.ts'), further: () => import('./texts/further/en.ts') },
  es: { opening: () => import('./texts/es.ts'), further: () => import('./texts/further/es.ts') },
  de: { opening: () => import('./texts/de.ts'), further: () => import('./texts/further/de.ts') },
  zh: { opening: () => import('./texts/zh.ts'), further: () => import('./texts/further/zh.ts') },
  fi: { opening: () => import('./texts/fi.ts'), further: () => import('./texts/further/fi.ts') },
  ja: { opening: () => import('./texts/ja.ts'), further: () => import('./texts/further/ja.ts') },
  el: { opening: () => import('./texts/el.ts'), further: () => import('./texts/further/el.ts') },
  fr: { opening: () => import('./texts/fr.ts'), further: () => import('./texts/further/fr.ts') },
  tr: { opening: () => import('./texts/tr.ts'), further: () => import('./texts/further/tr.ts') },
  uk: { opening: () => import('./texts/uk.ts'), further: () => import('./texts/further/uk.ts') },
} satisfies Record<Locale, Record<string, () => TextsModule>>;

export type TextsPart = keyof (typeof chunks)[Locale];

/** A part of the texts of a language by their namespaces. */
export const loadTexts = async (language: Locale, part: TextsPart): Promise<[namespace: string, texts: object][]> =>
  Object.entries((await chunks[language][part]()).texts).map(([path, own]) => [/([^/]+)\.json$/.exec(path)?.[1] ?? path, own]);

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
export const fetchTexts = (parts: readonly TextsPart[]): void => {
  // The app loads them again and reports a failure.
  Promise.all(parts.map((part) => loadTexts(likelyLanguage(), part))).catch((error: unknown) => console.info('The texts were not reached in advance', error));
};
