/** Limits on text messages per account and per number: they cost money, and the recipient didn't ask for them. */
import { canonicalPhone } from '#contract/entities/phone-number.ts';
import { textLimits } from '#contract/limits/sending.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import { countTowardsLimit } from '#server/adapters/limits/rate-counters.ts';

interface Sender {
  userId: string;
  profileType: 'guest' | 'user';
}

/** Throws `too_many_requests`: for codes that anybody can have sent by entering a number. */
export const countSignInText = (tx: Tx, phone: string): Promise<void> => countTowardsLimit(tx, `texts/sign-in/${canonicalPhone(phone)}`, { most: textLimits.toNumber, window: textLimits.window });

/** Throws `too_many_requests`. Guest accounts cost nothing to create, so the number is limited as well. */
export async function countText(db: Db, { userId, profileType }: Sender, phone: string): Promise<void> {
  const { window, ofGuest, ofUser, toNumber } = textLimits;
  await countTowardsLimit(db, `texts/account/${userId}`, { most: profileType === 'guest' ? ofGuest : ofUser, window });
  await countTowardsLimit(db, `texts/number/${canonicalPhone(phone)}`, { most: toNumber, window });
}
