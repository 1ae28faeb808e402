import type { Profile } from '#contract/entities/profile.ts';
import { timing } from '#contract/limits.ts';
import { lacksName } from '#web/entities/profile/own-name.ts';

const NAME_DECLINED = 'countersign.nameDeclined';

/** Said no to in this browser, the name is not asked for again in it: a request asks whoever sends one. */
export const declineName = (userId: string): void => localStorage.setItem(NAME_DECLINED, userId);

/** Whoever has no name is asked for it, unless they said no; guests become users with it (document 1 §4). */
export const mayAskName = (profile: Profile): boolean => (profile.type === 'guest' || lacksName(profile)) && localStorage.getItem(NAME_DECLINED) !== profile.id;

/** Users are offered a passkey, and again when they have not been for a while (documents 1 §4 and 3 §9). */
export function mayOfferPasskey(profile: Profile, now = Date.now()): boolean {
  if (profile.type === 'guest') return false;
  const last = profile.attributes.passkeyOfferDate;
  return last === null || now - Date.parse(last) >= timing.passkeyPromotion;
}
