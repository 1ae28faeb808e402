/** What each text message says; texts come from `contract/locales`. */
import de from '#contract/locales/de/text.json' with { type: 'json' };
import en from '#contract/locales/en/text.json' with { type: 'json' };

const texts = { en, de } as const satisfies Record<string, typeof en>;
export type TextTemplate = keyof typeof en;

export function renderText(template: TextTemplate, locale: string | null | undefined, link: string): { locale: string; body: string } {
  const wanted = (locale ?? '').slice(0, 2).toLowerCase();
  const chosen = Object.hasOwn(texts, wanted) ? (wanted as keyof typeof texts) : 'en';
  return { locale: chosen, body: texts[chosen][template].replaceAll('{{link}}', link) };
}
