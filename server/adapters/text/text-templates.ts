/** What each text message says; texts come from `contract/locales`. */
import type { Locale } from '#contract/entities/profile.ts';
import { fillText, readableLocale, textsOf } from '#server/app/texts.ts';

const texts = textsOf('text');
export type TextTemplate = keyof typeof texts.en;

export function renderText(template: TextTemplate, locale: string | null | undefined, link: string, offered?: readonly Locale[]): { locale: Locale; body: string } {
  const chosen = readableLocale(locale, offered);
  return { locale: chosen, body: fillText((texts[chosen] ?? texts.en)[template], { link }) };
}
