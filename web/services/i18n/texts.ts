import type { Language } from './languages.ts';
import { chooseLanguage } from './languages.ts';

/** Where this browser keeps the language that was chosen in it. */
export const KEPT = 'countersign.language';

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
} satisfies Record<Language, () => Promise<{ texts: Record<string, object> }>>;

/** The texts of a language by their namespaces. */
export const loadTexts = async (language: Language): Promise<[namespace: string, texts: object][]> =>
  Object.entries((await files[language]()).texts).map(([path, own]) => [/([^/]+)\.json$/.exec(path)?.[1] ?? path, own]);

/** The person's language: chosen here before, else the browser's. */
export const likelyLanguage = (preferred: readonly (string | null)[] = []): Language =>
  chooseLanguage([...preferred, localStorage.getItem(KEPT), ...navigator.languages]);

/** Begins to fetch the texts before the app is here. */
export const fetchTexts = (): void => {
  // The app asks again, and says so.
  loadTexts(likelyLanguage()).catch((error: unknown) => console.info('The texts were not reached in advance', error));
};
