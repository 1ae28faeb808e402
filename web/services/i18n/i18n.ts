import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Locale } from '#contract/languages.ts';
import type { TextsPart } from './texts.ts';
import { LANGUAGE_STORAGE_KEY, likelyLanguage, loadTexts, shownLanguage, showLanguage } from './texts.ts';
import { unbrokenWords } from './unbroken.ts';

/** A namespace of each part, which tells whether the part is there. */
const sampleOf = { opening: 'shell', further: 'signing' } as const satisfies Record<TextsPart, string>;
const wanted = new Set<TextsPart>(['opening']);

const missing = (language: Locale): TextsPart[] => [...wanted].filter((part) => !i18next.hasResourceBundle(language, sampleOf[part]));

/** Further texts may become wanted while others load. */
const addTexts = async (language: Locale): Promise<void> => {
  for (let parts = missing(language); parts.length > 0; parts = missing(language)) {
    const loaded = await Promise.all(parts.map((part) => loadTexts(language, part)));
    for (const [namespace, texts] of loaded.flat()) i18next.addResourceBundle(language, namespace, texts);
  }
};

/** Adds the texts of all other screens than the lists, the upload and the sign-in. */
export const addFurtherTexts = async (): Promise<void> => {
  wanted.add('further');
  // Before i18next is initialized it has no bundles. `startTexts` adds what is wanted by then, and nothing is shown before it.
  if (i18next.isInitialized) await addTexts(shownLanguage());
};

/** Wraps the import of a screen or dialog that needs further texts. */
export const withFurtherTexts = <T>(load: () => Promise<T>) => async (): Promise<T> => (await Promise.all([load(), addFurtherTexts()]))[0];

/** Initialises i18next with the likely language. */
export const startTexts = async (preferred: readonly (string | null)[] = []): Promise<Locale> => {
  const language = likelyLanguage(preferred);
  showLanguage(language);
  await i18next.use(initReactI18next).use(unbrokenWords).init({
    lng: language,
    fallbackLng: false,
    ns: [],
    defaultNS: 'shell',
    resources: {},
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
    returnNull: false,
    postProcess: [unbrokenWords.name],
  });
  await addTexts(language);
  return language;
};

/** Changes the language of this page once its texts are loaded. On failure the language stays. */
export const switchLanguage = async (language: Locale): Promise<void> => {
  await addTexts(language);
  showLanguage(language);
  await i18next.changeLanguage(language);
};

/** Changes the language and stores the choice in this browser. */
export const setLanguage = async (language: Locale): Promise<void> => {
  await switchLanguage(language);
  localStorage.setItem(LANGUAGE_STORAGE_KEY, language);
};
