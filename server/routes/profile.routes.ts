import type { AccountService } from '#server/services/account.service.ts';
import type { ProfileService } from '#server/services/profile.service.ts';
import type { VerificationService } from '#server/services/verification.service.ts';
import { accountCalls } from '#contract/calls/account.calls.ts';
import type { App } from '#server/app/app.types.ts';
import { actorOf } from '#server/identity/authenticate.ts';
import type { Handlers } from './handler.ts';

interface Services {
  profile: ProfileService;
  account: AccountService;
  verification: VerificationService;
}

type ProfileCalls =
  | 'profile.get' | 'profile.update' | 'profile.cookieConsent' | 'profile.passkeyPromotion' | 'auth.avatarUploadUrl'
  | 'auth.sendVerificationEmail' | 'auth.sendVerificationSms' | 'auth.deleteUser';

export const profileRoutes = ({ profile, account, verification }: Services): Handlers<ProfileCalls> => ({
  'profile.get': ({ caller }) => profile.get(caller),
  'profile.update': ({ caller, body }) => profile.update(caller, body),
  'profile.cookieConsent': ({ caller }) => profile.acceptCookies(caller),
  'profile.passkeyPromotion': ({ caller }) => profile.offerPasskey(caller),
  'auth.avatarUploadUrl': ({ caller }) => profile.avatarUploadUrl(caller),
  'auth.sendVerificationEmail': ({ caller, body }) => verification.sendMailTo(caller, body.callback),
  'auth.sendVerificationSms': ({ caller, body }) => verification.sendTextTo(caller, body.callback),
  'auth.deleteUser': ({ caller }) => account.remove(caller),
});

/** Tickets can't be guessed, but each try costs something. */
const limit = { config: { rateLimit: { max: 30, timeWindow: '1 minute' } } };

export function registerVerification(app: App, verification: VerificationService): void {
  const { 'auth.verifyEmail': email, 'auth.verifyPhone': phone } = accountCalls;
  app.get(email.path, { ...limit, onRequest: app.authenticate, exposeHeadRoute: false, schema: { querystring: email.query } }, async (request, reply) => {
    await verification.verifyEmail(actorOf(request).userId, request.query.ticket);
    return reply.status(204).send();
  });
  app.get(phone.path, { ...limit, onRequest: app.authenticate, exposeHeadRoute: false, schema: { querystring: phone.query } }, async (request, reply) => {
    await verification.verifyPhone(actorOf(request).userId, request.query.ticket);
    return reply.status(204).send();
  });
}
