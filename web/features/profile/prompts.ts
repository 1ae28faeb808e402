import type { Profile } from '#contract/entities/profile.ts';
import { timing } from '#contract/limits/timing.ts';
import { offersSignIn } from '#web/services/config.ts';
import { lacksName } from '#web/entities/profile/own-name.ts';

const NAME_DECLINED = 'countersign.nameDeclined';

/** Stops asking for the name in this browser. Sending a transaction still asks. */
export const declineName = (userId: string): void => localStorage.setItem(NAME_DECLINED, userId);

/** Whether to ask for the name: guests, who become users with it, and people without one, unless they have declined (document 1 §4). */
export const mayAskName = (profile: Profile): boolean => (profile.type === 'guest' || lacksName(profile)) && localStorage.getItem(NAME_DECLINED) !== profile.id;

/** Whether to offer a passkey: to users, and again after some time (documents 1 §4 and 3 §9). */
export function mayOfferPasskey(profile: Profile, now = Date.now()): boolean {
  if (profile.type === 'guest' || !offersSignIn('passkey')) return false;
  const last = profile.attributes.passkeyOfferDate;
  return last === null || now - Date.parse(last) >= timing.passkeyPromotion;
}
