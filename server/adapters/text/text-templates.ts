/** Content of each text message; texts come from `contract/locales`. */
import type { Locale } from '#contract/languages.ts';
import { fillText, readableLocale, textsOf } from '#server/platform/texts.ts';

const texts = textsOf('text');
export type TextTemplate = keyof typeof texts.en;

/** Data for each template. */
export type TextData<Template extends TextTemplate> = Template extends 'certificate_code' | 'link_code' | 'sign_in_code' | 'access_code' ? { code: string }
  : Template extends 'presence_code' ? { code: string; hostName: string }
  : Template extends 'phone_verification' ? { account: string; link: string } : { link: string };

export function renderText<Template extends TextTemplate>(template: Template, locale: string | null | undefined, data: TextData<Template>, offered?: readonly Locale[]): { locale: Locale; body: string } {
  const chosen = readableLocale(locale, offered);
  return { locale: chosen, body: fillText(texts[chosen][template], data) };
}
