import de from '#contract/locales/de/failure.json';
import el from '#contract/locales/el/failure.json';
import en from '#contract/locales/en/failure.json';
import es from '#contract/locales/es/failure.json';
import fi from '#contract/locales/fi/failure.json';
import fr from '#contract/locales/fr/failure.json';
import ja from '#contract/locales/ja/failure.json';
import tr from '#contract/locales/tr/failure.json';
import uk from '#contract/locales/uk/failure.json';
import zh from '#contract/locales/zh/failure.json';
import type { Locale } from '#contract/languages.ts';
import { shownLanguage } from './texts.ts';

type FailureTexts = typeof en;

/** Texts of the failure screen in all languages, in the entry chunk: they must be there when nothing can be loaded. */
const texts: Readonly<Record<Locale, FailureTexts>> = { en, es, de, zh, fi, ja, el, fr, tr, uk };

/** The language of the page, or the likely one if the app did not start. */
export const failureTexts = (): FailureTexts & { language: Locale } => {
  const language = shownLanguage();
  return { ...texts[language], language };
};
