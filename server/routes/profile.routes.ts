import type { ProfileService } from '#server/services/profile.service.ts';
import type { Handlers } from './handler.ts';

type ProfileCalls = 'profile.get' | 'profile.update' | 'profile.cookieConsent' | 'auth.avatarUploadUrl';

export const profileRoutes = (profile: ProfileService): Handlers<ProfileCalls> => ({
  'profile.get': ({ caller }) => profile.get(caller),
  'profile.update': ({ caller, body }) => profile.update(caller, body),
  'profile.cookieConsent': ({ caller }) => profile.acceptCookies(caller),
  'auth.avatarUploadUrl': ({ caller }) => profile.avatarUploadUrl(caller),
});
