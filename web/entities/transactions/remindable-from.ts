import type { Recipient } from '#contract/entities/recipient.ts';
import { timing } from '#contract/limits/timing.ts';

const after = (time: string | null): number => (time ? Date.parse(time) + timing.reminderInterval : 0);

/** Of the recipients whose turn it is, those who can be reminded: not the sender, and not in-person signers, who get no messages. */
export const remindedOf = (active: readonly Recipient[]): Recipient[] => active.filter(({ owner, inPerson }) => !owner && !inPerson);

/** Of the recipients whose turn it is, the one who can be reminded first. */
export const nextReminded = (active: readonly Recipient[]): Recipient | null =>
  remindedOf(active).toSorted((a, b) => remindableFrom(a) - remindableFrom(b))[0] ?? null;

/**
 * Returns the time from which a recipient can be reminded: one hour after the invitation or the last reminder; at once
 * if delivery failed.
 */
export const remindableFrom = ({ invitedAt, remindedAt, delivery }: Pick<Recipient, 'invitedAt' | 'remindedAt' | 'delivery'>): number =>
  Math.max(after(remindedAt), delivery === 'failed' ? 0 : after(invitedAt));
