import type { Field, TextFormat } from '#contract/entities/field.ts';

/** The keyboard of a phone that fits a text. */
export function keyboardOf({ textFormat }: Pick<Field, 'textFormat'>): 'numeric' | 'email' | 'tel' | 'url' | 'text' {
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

/** What the browser may offer to fill in. */
export const purposeOf = ({ textFormat }: Pick<Field, 'textFormat'>): string | undefined => (textFormat ? purposes[textFormat] : undefined);

const scripts: Partial<Record<TextFormat, 'off'>> = { email: 'off', url: 'off', number: 'off', phone_number: 'off' };

/** Phones begin texts with a capital letter, which an address does not have. */
export const capitalsOf = ({ textFormat }: Pick<Field, 'textFormat'>): 'off' | undefined => (textFormat ? scripts[textFormat] : undefined);

/** Two lines of text are taller, in percent of a page. */
const TWO_LINES = 3;

/** A field that may hold several lines, and has room to show them: in a low one the Enter key would send what was typed out of sight. */
export const hasLines = ({ multiline, rect, value }: Pick<Field, 'multiline' | 'rect' | 'value'>): boolean =>
  multiline && (rect.height >= TWO_LINES || (typeof value === 'string' && value.includes('\n')));
