/** Automatic reminders of a transaction, chosen by the sender. */
import { z } from 'zod';
import { reminderLimits } from '#contract/limits/sending.ts';

const days = z.number().int().min(1).max(reminderLimits.days);

/** To each recipient who was asked: the first one so many days later, then at an interval, until they sign or there were enough. */
export const reminderPlan = z.object({ firstAfterDays: days, everyDays: days, most: z.number().int().min(1).max(reminderLimits.most) });
export type ReminderPlan = z.output<typeof reminderPlan>;

/** What is offered first. */
export const usualReminders: ReminderPlan = { firstAfterDays: 3, everyDays: 3, most: 5 };
