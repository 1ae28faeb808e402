/** Limits of what a request sends: access codes, reminders, text messages. Times are in milliseconds. */
import { hour, minute } from './time-units.ts';

/** Access codes of recipients: length, wrong entries until one is locked, and how long an entered one counts in its session. */
export const accessCodes = { shortest: 4, longest: 64, tries: 5, life: 12 * hour } as const;

/** Digits of an access code that is sent by text message, and how long it can be entered. */
export const textedAccessCodes = { digits: 6, life: 10 * minute } as const;

/** Automatic reminders of one recipient: the longest interval in days, and the number in all. */
export const reminderLimits = { days: 90, most: 20 } as const;

/** Text messages per window: caused by one account to any number, and sent to one number. */
export const textLimits = { window: hour, ofGuest: 10, ofUser: 60, toNumber: 10 } as const;

export const notificationSettingsDefault = 4_194_303;
