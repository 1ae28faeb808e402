import type { Deployment } from '#contract/calls/feedback.calls.ts';
import type { Locale } from '#contract/languages.ts';
import { languages, locales } from '#contract/languages.ts';

export interface LanguageOption {
  readonly key: Locale;
  readonly text: string;
}

/**
 * The languages that this installation offers, each by its own name; all of them until that is known. The one that is
 * chosen already stays one of them: it may come from a browser, a link, or from before the offer changed.
 */
export function languageOptions(deployment: Deployment | null, chosen?: string | null): LanguageOption[] {
  const offered = deployment?.locales ?? locales;
  return locales.filter((each) => offered.includes(each) || each === chosen).map((key) => ({ key, text: languages[key] }));
}
