import type { Deployment } from '#contract/calls/feedback.calls.ts';
import type { Locale } from '#contract/languages.ts';
import { languages, locales } from '#contract/languages.ts';

export interface LanguageOption {
  readonly key: Locale;
  readonly text: string;
}

/**
 * The languages that this installation offers, each by its own name; all languages until the offer is loaded. The
 * selected language is always included: it may come from a browser, a link, or an earlier offer.
 */
export function languageOptions(deployment: Deployment | null, chosen?: string | null): LanguageOption[] {
  const offered = deployment?.locales ?? locales;
  return locales.filter((each) => offered.includes(each) || each === chosen).map((key) => ({ key, text: languages[key] }));
}
