import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Locale } from '#contract/languages.ts';
import { LANGUAGE_STORAGE_KEY, likelyLanguage, loadTexts, showLanguage } from './texts.ts';
import { unbrokenWords } from './unbroken.ts';

const addTexts = async (language: Locale) => {
  if (i18next.hasResourceBundle(language, 'shell')) return;
  for (const [namespace, texts] of await loadTexts(language)) i18next.addResourceBundle(language, namespace, texts);
};

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
  await i18next.changeLanguage(language);
  showLanguage(language);
};

/** Changes the language and stores the choice in this browser. */
export const setLanguage = async (language: Locale): Promise<void> => {
  await switchLanguage(language);
  localStorage.setItem(LANGUAGE_STORAGE_KEY, language);
};
