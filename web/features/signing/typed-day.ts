/**
 * Days as a person types them: in the form of their language, or in that of the field.
 *
 * `readDay('3/5/2026', 'MM/DD/YYYY', 'DD.MM.YYYY') // '2026-03-05'`
 */
import { dayOf } from '#contract/entities/dates.ts';
import { formatDate } from '#contract/entities/field-list.ts';

const tokens: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = { day: 'DD', month: 'MM', year: 'YYYY' };

/** How people write a day in a language, such as `DD.MM.YYYY`. */
export function dayFormOf(locale: string): string {
  const parts = new Intl.DateTimeFormat(locale, { day: '2-digit', month: '2-digit', year: 'numeric', numberingSystem: 'latn', calendar: 'gregory' }).formatToParts(new Date(2026, 11, 31));
  return parts.map(({ type, value }) => tokens[type] ?? value).join('');
}

/** The day that was typed, as year-month-day. Where both forms would read it, that of the person counts. */
export const readDay = (text: string, personForm: string, fieldForm: string | null): string | null => dayOf(text, personForm) ?? dayOf(text, fieldForm);

export const writeDay = (iso: string, form: string | null): string => formatDate(new Date(`${iso}T12:00:00`), form);

/** A day of this year that no other order of its numbers could mean. */
export const exampleDay = (form: string, now = new Date()): string => formatDate(new Date(now.getFullYear(), 11, 31, 12), form);
