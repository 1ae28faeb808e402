const DAY = 86_400_000;

const startOfDay = (time: Date): number => new Date(time.getFullYear(), time.getMonth(), time.getDate()).getTime();

/** Formats a date for lists: the time for today, the day for this year, otherwise the full date. */
export const shortDate = (iso: string, language: string, now = new Date()): string => {
  const date = new Date(iso);
  if (Math.abs(startOfDay(now) - startOfDay(date)) < DAY / 2) {
    return new Intl.DateTimeFormat(language, { hour: 'numeric', minute: '2-digit' }).format(date);
  }
  const sameYear = date.getFullYear() === now.getFullYear();
  return new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', ...(sameYear ? {} : { year: 'numeric' }) }).format(date);
};

/** Formats the full date and time, for the title of a short one. */
export const fullDate = (iso: string, language: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short' }).format(new Date(iso));

/** Formats a date and time that people in several time zones go by: with the zone. */
export const dateWithZone = (iso: string, language: string): string =>
  new Intl.DateTimeFormat(language, { day: 'numeric', month: 'long', year: 'numeric', hour: 'numeric', minute: '2-digit', timeZoneName: 'short' }).format(new Date(iso));

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** Formats a file size: 1.4 MB. */
export const fileSize = (bytes: number, language: string): string => {
  const step = bytes < 1000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1);
  const unit = units[step] ?? 'byte';
  const value = bytes / 1000 ** step;
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: value < 10 && step > 0 ? 1 : 0 }).format(value);
};
