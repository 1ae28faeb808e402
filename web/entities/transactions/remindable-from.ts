import type { Recipient } from '#contract/entities/recipient.ts';
import { timing } from '#contract/limits.ts';

const after = (time: string | null): number => (time ? Date.parse(time) + timing.reminderInterval : 0);

/**
 * Returns the time from which a recipient can be reminded: one hour after the invitation or the last reminder; at once
 * if delivery failed.
 */
export const remindableFrom = ({ invitedAt, remindedAt, delivery }: Pick<Recipient, 'invitedAt' | 'remindedAt' | 'delivery'>): number =>
  Math.max(after(remindedAt), delivery === 'failed' ? 0 : after(invitedAt));
