import { formatDate } from '#contract/entities/field-list.ts';
import type { Field } from '#contract/entities/field.ts';

const tokens: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = { day: 'DD', month: 'MM', year: 'YYYY' };

/** Returns the date format of a language, such as `DD.MM.YYYY`. */
export function dayFormOf(locale: string): string {
  const parts = new Intl.DateTimeFormat(locale, { day: '2-digit', month: '2-digit', year: 'numeric', numberingSystem: 'latn', calendar: 'gregory' }).formatToParts(new Date(2026, 11, 31));
  return parts.map(({ type, value }) => tokens[type] ?? value).join('');
}

/** Formats December 31 of this year, which reads the same in every order of day and month. */
export const exampleDay = (form: string, now = new Date()): string => formatDate(new Date(now.getFullYear(), 11, 31, 12), form);

/** Sets the author's date format on a date field that has none. */
export const withDayForm = (field: Field, dayForm: string): Field => (field.type === 'date' && field.dateFormat === null ? { ...field, dateFormat: dayForm } : field);
