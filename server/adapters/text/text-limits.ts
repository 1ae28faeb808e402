/** Text messages cost money, and whoever gets them did not ask for them: how many one account causes, and how many come to one number. */
import { textLimits } from '#contract/limits.ts';
import type { Db } from '#server/adapters/database/database.ts';
import { countGuess } from '#server/adapters/limits/rate-counters.ts';

interface Sender {
  userId: string;
  profileType: 'guest' | 'user';
}

/** Refuses too many: `too_many_requests`. Accounts of guests cost nothing to make, so the number counts as well. */
export async function countText(db: Db, { userId, profileType }: Sender, phone: string): Promise<void> {
  const { window, ofGuest, ofUser, toNumber } = textLimits;
  await countGuess(db, `texts/account/${userId}`, { most: profileType === 'guest' ? ofGuest : ofUser, window });
  await countGuess(db, `texts/number/${phone.replaceAll(/\s/g, '')}`, { most: toNumber, window });
}
