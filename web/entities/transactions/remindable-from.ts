import type { Recipient } from '#contract/entities/recipient.ts';
import { timing } from '#contract/limits.ts';

const after = (time: string | null): number => (time ? Date.parse(time) + timing.reminderInterval : 0);

/** From when on somebody may be reminded: an hour after they were asked or reminded; at once where no message has reached them. */
export const remindableFrom = ({ invitedAt, remindedAt, delivery }: Pick<Recipient, 'invitedAt' | 'remindedAt' | 'delivery'>): number =>
  Math.max(after(remindedAt), delivery === 'failed' ? 0 : after(invitedAt));
