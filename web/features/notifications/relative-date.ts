import { shortDate } from '#web/ui/dates.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Formats how long ago something was on the last day, and what is older as a date. */
export const relativeDate = (iso: string, language: string, now = new Date()): string => {
  const passed = Math.max(0, now.getTime() - Date.parse(iso));
  if (passed >= DAY) return shortDate(iso, language, now);
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' });
  if (passed < MINUTE) return format.format(0, 'second');
  return passed < HOUR ? format.format(-Math.floor(passed / MINUTE), 'minute') : format.format(-Math.floor(passed / HOUR), 'hour');
};
