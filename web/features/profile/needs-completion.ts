import type { Profile } from '#contract/entities/profile.ts';
import { timing } from '#contract/limits.ts';

/** Guests and people without a first or last name, once they have said yes to cookies (document 1 §4). */
export const needsCompletion = (profile: Profile | null, signedIn: boolean): boolean =>
  profile !== null &&
  signedIn &&
  profile.attributes.cookiesConsentDate !== null &&
  (profile.type === 'guest' || !profile.firstName || !profile.lastName);

/** Users whose profile is complete, once, and again when they have not been asked for a while (documents 1 §4 and 3 §9). */
export function mayOfferPasskey(profile: Profile | null, signedIn: boolean, now = Date.now()): boolean {
  if (profile === null || !signedIn || profile.attributes.cookiesConsentDate === null || needsCompletion(profile, signedIn)) return false;
  const last = profile.attributes.passkeyOfferDate;
  return last === null || now - Date.parse(last) >= timing.passkeyPromotion;
}
