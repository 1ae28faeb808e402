import type { Deployment } from '#contract/calls/feedback.calls.ts';
import type { Language } from '#web/services/i18n/languages.ts';
import { isLanguage, languages } from '#web/services/i18n/languages.ts';

export interface LanguageOption {
  readonly key: Language;
  readonly text: string;
}

/** The languages that this installation offers, each by its own name; all of them until that is known. */
export function languageOptions(deployment: Deployment | null): LanguageOption[] {
  const offered = deployment?.locales.filter(isLanguage) ?? (Object.keys(languages) as Language[]);
  return offered.map((key) => ({ key, text: languages[key] }));
}
