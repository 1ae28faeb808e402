import type { Profile } from '#contract/entities/profile.ts';

/** Guests and people without a first or last name, once they have said yes to cookies (document 1 §4). */
export const needsCompletion = (profile: Profile | null, signedIn: boolean): boolean =>
  profile !== null &&
  signedIn &&
  profile.attributes.cookiesConsentDate !== null &&
  (profile.type === 'guest' || !profile.firstName || !profile.lastName);
