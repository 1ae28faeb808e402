/** Periods of whole days, in the time zone of the person. A day is the value of a date input: YYYY-MM-DD. */
import { dayOf } from '#web/ui/days.ts';

/** When the day begins, or one after it, in ISO 8601; empty for no day. */
function beginOf(day: string, later = 0): string {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? [];
  const isDay = date !== undefined && dayOf(new Date(Number(year), Number(month) - 1, Number(date))) === day;
  return isDay ? new Date(Number(year), Number(month) - 1, Number(date) + later).toISOString() : '';
}

interface Days {
  /** Both are included; empty: any. */
  from: string;
  until: string;
}

/** The times of days, as a list is asked for them. */
export const periodOf = ({ from, until }: Days): { createdFrom: string; createdBefore: string } => ({ createdFrom: beginOf(from), createdBefore: beginOf(until, 1) });

/** The days of a query. */
export const daysOf = ({ createdFrom, createdBefore }: { createdFrom: string; createdBefore: string }): Days => ({
  from: createdFrom === '' ? '' : dayOf(new Date(createdFrom)),
  until: createdBefore === '' ? '' : dayOf(new Date(Date.parse(createdBefore) - 1)),
});
