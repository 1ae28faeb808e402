import type { AccountService } from '#server/services/people/account.service.ts';
import type { ProfileService } from '#server/services/people/profile.service.ts';
import type { AccountChanges } from '#server/identity/account-changes.ts';
import type { VerificationService } from '#server/services/people/verification.service.ts';
import { accountChangesCalls } from '#contract/calls/account-changes.calls.ts';
import { accountCalls } from '#contract/calls/account.calls.ts';
import type { App } from '#server/http/app.types.ts';
import { limitedByAddress } from '#server/http/rate-limits.ts';
import { refuseUnknownFields } from '#server/http/unknown-fields.ts';
import { actorOf } from '#server/identity/authenticate.ts';
import type { Handlers } from './handler.ts';

export interface ProfileServices {
  profile: ProfileService;
  account: AccountService;
  verification: VerificationService;
}

type ProfileCalls =
  | 'profile.get' | 'profile.update' | 'profile.cookieConsent' | 'profile.passkeyPromotion' | 'auth.avatarUploadUrl'
  | 'auth.sendVerificationEmail' | 'auth.sendVerificationSms' | 'auth.deleteUser';

export const profileRoutes = ({ profile, account, verification }: ProfileServices): Handlers<ProfileCalls> => ({
  'profile.get': ({ caller }) => profile.get(caller),
  'profile.update': ({ caller, body }) => profile.update(caller, body),
  'profile.cookieConsent': ({ caller }) => profile.acceptCookies(caller),
  'profile.passkeyPromotion': ({ caller }) => profile.offerPasskey(caller),
  'auth.avatarUploadUrl': ({ caller }) => profile.avatarUploadUrl(caller),
  'auth.sendVerificationEmail': ({ caller, body }) => verification.sendMailTo(caller, body.callback),
  'auth.sendVerificationSms': ({ caller, body }) => verification.sendTextTo(caller, body.callback),
  'auth.deleteUser': ({ caller }) => account.remove(caller),
});

/** Tickets can't be guessed, but verifying each attempt has a cost. */
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

export function registerAccountChanges(app: App, changes: AccountChanges): void {
  const { 'accountChanges.read': read, 'accountChanges.undo': undo } = accountChangesCalls;
  const routeOf = (call: typeof read | typeof undo) => ({ ...limit, onRequest: limitedByAddress(app), preValidation: refuseUnknownFields(call) });
  app.post(read.path, { ...routeOf(read), schema: { body: read.body, response: { 200: read.response } } }, async (request) => changes.read(request.body.ticket));
  app.post(undo.path, { ...routeOf(undo), schema: { body: undo.body, response: { 200: undo.response } } }, async (request) => changes.undo(request.body.ticket));
}
