import type { Field, TextFormat } from '#contract/entities/field.ts';

/** Returns the `inputmode` for a text format. */
export function keyboardOf({ textFormat, rules }: Pick<Field, 'textFormat' | 'rules'>): 'numeric' | 'decimal' | 'email' | 'tel' | 'url' | 'text' {
  // The keyboards for numbers have no minus.
  if (rules?.number) return Number(rules.number.min ?? -1) < 0 ? 'text' : 'decimal';
  switch (textFormat) {
    case 'number':
    case 'credit_card_number':
    case 'social_security_number':
      return 'numeric';
    case 'email':
      return 'email';
    case 'phone_number':
      return 'tel';
    case 'url':
      return 'url';
    default:
      return 'text';
  }
}

const purposes: Partial<Record<TextFormat, string>> = { email: 'email', phone_number: 'tel', url: 'url', fullName: 'name', credit_card_number: 'cc-number' };

/** Returns the `autocomplete` value for a text format. */
export const purposeOf = ({ textFormat }: Pick<Field, 'textFormat'>): string | undefined => (textFormat ? purposes[textFormat] : undefined);

const scripts: Partial<Record<TextFormat, 'off'>> = { email: 'off', url: 'off', number: 'off', phone_number: 'off' };

/** Switches off auto-capitalisation for addresses. */
export const capitalsOf = ({ textFormat }: Pick<Field, 'textFormat'>): 'off' | undefined => (textFormat ? scripts[textFormat] : undefined);

/** Minimum height of two lines, in percent of the page. */
const TWO_LINES = 3;

/** Whether the field is multi-line and tall enough to show it. In a low field, Enter would move the typed text out of view. */
export const hasLines = ({ multiline, rect, value }: Pick<Field, 'multiline' | 'rect' | 'value'>): boolean =>
  multiline && (rect.height >= TWO_LINES || (typeof value === 'string' && value.includes('\n')));
