import type { Language } from '#web/services/i18n/languages.ts';
import { isLanguage, languages } from '#web/services/i18n/languages.ts';
import { useDeployment } from './use-deployment.ts';

/** The languages that this installation offers, each by its own name; all of them until that is known. */
export function useLanguageOptions(): { key: Language; text: string }[] {
  const offered = useDeployment()?.locales.filter(isLanguage) ?? (Object.keys(languages) as Language[]);
  return offered.map((key) => ({ key, text: languages[key] }));
}
