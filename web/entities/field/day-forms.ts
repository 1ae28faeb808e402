import { formatDate } from '#contract/entities/field-list.ts';
import type { Field } from '#contract/entities/field.ts';

const tokens: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = { day: 'DD', month: 'MM', year: 'YYYY' };

/** How people write a day in a language, such as `DD.MM.YYYY`. */
export function dayFormOf(locale: string): string {
  const parts = new Intl.DateTimeFormat(locale, { day: '2-digit', month: '2-digit', year: 'numeric', numberingSystem: 'latn', calendar: 'gregory' }).formatToParts(new Date(2026, 11, 31));
  return parts.map(({ type, value }) => tokens[type] ?? value).join('');
}

/** A day of this year that no other order of its numbers could mean. */
export const exampleDay = (form: string, now = new Date()): string => formatDate(new Date(now.getFullYear(), 11, 31, 12), form);

/** A new date takes the form in which its author writes days, unless it has one. */
export const withDayForm = (field: Field, dayForm: string): Field => (field.type === 'date' && field.dateFormat === null ? { ...field, dateFormat: dayForm } : field);
