import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Language } from './languages.ts';
import { KEPT, likelyLanguage, loadTexts } from './texts.ts';

const addTexts = async (language: Language) => {
  if (i18next.hasResourceBundle(language, 'shell')) return;
  for (const [namespace, texts] of await loadTexts(language)) i18next.addResourceBundle(language, namespace, texts);
};

const applyToPage = (language: Language) => {
  document.documentElement.lang = language;
};

/** Prepares texts in the person's language: chosen here before, else the browser's. */
export const startTexts = async (preferred: readonly (string | null)[] = []): Promise<Language> => {
  const language = likelyLanguage(preferred);
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    ns: [],
    defaultNS: 'shell',
    resources: {},
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
    returnNull: false,
  });
  await addTexts(language);
  applyToPage(language);
  return language;
};

/** Changes the language of the page at once and for the next visits of this browser. */
export const setLanguage = async (language: Language): Promise<void> => {
  await addTexts(language);
  await i18next.changeLanguage(language);
  localStorage.setItem(KEPT, language);
  applyToPage(language);
};
