/** Numbers as a field's format writes them, for texts on the screen. The core reads and writes the numbers of documents. */
import type { NumberFormat } from '#contract/entities/rules.ts';

/** `shownNumber(euros, '1234.5') // '1.234,50 €'` */
export function shownNumber({ decimals, decimalSign, grouping, prefix, suffix }: NumberFormat, number: string): string {
  const [whole = '0', fraction = ''] = number.replace('-', '').split('.');
  const digits = fraction.padEnd(decimals, '0').slice(0, Math.max(decimals, fraction.length));
  const sign = number.startsWith('-') ? '-' : '';
  return `${sign}${prefix}${whole.replace(/\B(?=(\d{3})+$)/g, grouping)}${digits ? decimalSign : ''}${digits}${suffix}`;
}

/** Returns the number that was written so, with a decimal point; null if it is none. */
function plainNumber(format: NumberFormat, text: string): string | null {
  const sign = text.startsWith('-') ? '-' : '';
  const digits = text.slice(sign.length + format.prefix.length, text.length - format.suffix.length);
  const plain = sign + digits.replaceAll(format.grouping, '').replace(format.decimalSign, '.');
  if (!/^-?\d+(\.\d+)?$/.test(plain) || shownNumber(format, plain) !== text) return null;
  return plain.includes('.') ? plain.replace(/\.?0+$/, '') : plain;
}

/** Writes a number of one format in another. Returns an empty text if it does not fit: it is not rounded, and its range counts. */
export function rewrittenNumber(text: string, from: NumberFormat, to: NumberFormat): string {
  const plain = plainNumber(from, text);
  if (plain === null || (plain.split('.')[1] ?? '').length > to.decimals) return '';
  const isOutside = (to.min !== null && Number(plain) < Number(to.min)) || (to.max !== null && Number(plain) > Number(to.max));
  return isOutside ? '' : shownNumber(to, plain);
}

export const exampleNumber = (format: NumberFormat): string => shownNumber(format, format.decimals > 0 ? '1234.5' : '1234');

/** Returns how people of a language write numbers, or amounts of a currency. */
export function numberFormOf(locale: string, currency: string | null): Pick<NumberFormat, 'currency' | 'decimals' | 'decimalSign' | 'grouping' | 'prefix' | 'suffix'> {
  const options: Intl.NumberFormatOptions = currency === null ? {} : { style: 'currency', currency, currencyDisplay: 'narrowSymbol' };
  const format = new Intl.NumberFormat(`${locale}-u-nu-latn`, options);
  const parts = format.formatToParts(1_234_567.5);
  const valueOf = (type: Intl.NumberFormatPartTypes): string => parts.find((part) => part.type === type)?.value ?? '';
  const isDigits = ({ type }: Intl.NumberFormatPart): boolean => ['integer', 'group', 'decimal', 'fraction'].includes(type);
  const around = (from: number, to?: number): string => parts.slice(from, to).map(({ value }) => value).join('');
  return {
    currency,
    decimals: currency === null ? 0 : (format.resolvedOptions().maximumFractionDigits ?? 2),
    decimalSign: valueOf('decimal') === ',' ? ',' : '.',
    grouping: groupings.find((sign) => sign === valueOf('group')) ?? '',
    prefix: around(0, parts.findIndex(isDigits)),
    suffix: around(parts.findLastIndex(isDigits) + 1),
  };
}

const groupings: readonly NumberFormat['grouping'][] = [',', '.', '\u00a0', '\u202f', '\'', '’'];
