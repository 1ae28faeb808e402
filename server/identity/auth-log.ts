/**
 * Records authentication events where they complete: sign-in and sign-out in the OpenID provider, whatever the
 * method; failed attempts and account changes in the responses of their calls.
 */
import type { FastifyRequest } from 'fastify';
import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import { calls, type CallId } from '#contract/calls/calls.ts';
import type { AuthEventKind, SignInMethod } from '#contract/entities/auth-event.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { routerPath } from '#contract/routes.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { App } from '#server/http/app.types.ts';
import { AppError } from '#server/platform/app-error.ts';
import type { Platform } from '#server/platform/platform.ts';
import { findUserByAddress } from '#server/repositories/users.repository.ts';
import { recordAuthEvents, type RecordAuthEvent } from './auth-events.ts';
import { findPending } from './pending-sign-ins.ts';

/** Event that a successful call records. */
const changes: Partial<Record<CallId, AuthEventKind>> = {
  'password.set': 'password_changed',
  'password.reset': 'password_changed',
  'auth.verifyEmail': 'address_changed',
  'auth.verifyPhone': 'phone_changed',
  'passkeys.regSubmit': 'passkey_added',
  'passkeys.delete': 'passkey_removed',
  'apps.create': 'application_added',
  'apps.update': 'application_changed',
  'apps.delete': 'application_removed',
  'secondFactor.confirm': 'second_factor_added',
  'secondFactor.remove': 'second_factor_removed',
  'secondFactor.renewCodes': 'recovery_codes_renewed',
  'sessions.end': 'session_ended',
  'sessions.endOthers': 'sessions_ended',
};

/** Calls that authenticate a person, with the method (RFC 8176). */
const proofs: Partial<Record<CallId, SignInMethod>> = {
  'password.submit': 'pwd', 'password.set': 'pwd', 'password.reset': 'otp', 'otp.init': 'otp', 'otp.submit': 'otp', 'passkeys.authSubmit': 'hwk',
  'secondFactor.submit': 'mfa', 'secondFactor.confirm': 'mfa', 'secondFactor.renewCodes': 'mfa', 'secondFactor.remove': 'mfa',
};

/** Error codes that mean a failed authentication; other errors say nothing about the caller. */
const failures: Partial<Record<ErrorCode, AuthEventKind>> = { invalid_code: 'sign_in_failed', too_many_requests: 'locked_out' };

const places = new Map((Object.keys({ ...changes, ...proofs }) as CallId[]).map((id) => [`${calls[id].method} ${routerPath(calls[id].path)}`, id]));
const callOf = ({ method, routeOptions }: FastifyRequest): CallId | undefined => places.get(`${method} ${routeOptions.url ?? ''}`);

const whence = ({ ip, headers }: FastifyRequest) => ({ ip, userAgent: headers['user-agent'] ?? '' });

export function registerAuthLog(app: App, provider: Provider, platform: Pick<Platform, 'db' | 'log' | 'metrics' | 'config'>): void {
  const record = recordAuthEvents(platform);
  watchProvider(provider, record);
  app.addHook('onSend', async (request, reply) => {
    const id = callOf(request);
    const kind = id && reply.statusCode < 300 ? changes[id] : undefined;
    // If a second factor is required, the reset takes effect with it and is recorded there.
    if (kind === undefined || (id === 'password.reset' && (await pendingAccount(platform.db, provider, request)) !== null)) return;
    await record({ kind, userId: await triedAccount(platform.db, provider, request), ...whence(request) });
  });
  app.addHook('onError', async (request, _reply, error) => {
    const id = callOf(request);
    const method = id && proofs[id];
    const kind = error instanceof AppError ? failures[error.code] : undefined;
    if (kind && method) await record({ kind, method, userId: await triedAccount(platform.db, provider, request), ...whence(request) });
  });
}

/**
 * Returns the account that was attempted: of the signed-in caller, the pending sign-in, the submitted address, or
 * the address that the code was sent to.
 */
async function triedAccount(db: Db, provider: Provider, request: FastifyRequest): Promise<string | null> {
  if (request.actor) return request.actor.userId;
  const { email, phone } = (request.body ?? {}) as { email?: unknown; phone?: unknown };
  const named = email ?? phone;
  const pending = await pendingAccount(db, provider, request);
  if (pending !== null) return pending;
  const address = typeof named === 'string' ? named : await addressOfCode(db, provider, request);
  return address === null ? null : ((await findUserByAddress(db, address))?.id ?? null);
}

/** The account whose sign-in in this browser waits for the second factor. */
async function pendingAccount(db: Db, provider: Provider, request: FastifyRequest): Promise<string | null> {
  const cookie = request.cookies[provider.cookieName('interaction')];
  return cookie === undefined ? null : ((await findPending(db, cookie))?.user_id ?? null);
}

async function addressOfCode(db: Db, provider: Provider, request: FastifyRequest): Promise<string | null> {
  const cookie = request.cookies[provider.cookieName('interaction')];
  if (cookie === undefined) return null;
  const code = await db.selectFrom('one_time_codes').select('email').where('interaction', '=', cookie).orderBy('created_at', 'desc').executeTakeFirst();
  return code?.email ?? null;
}

function watchProvider(provider: Provider, record: RecordAuthEvent): void {
  const whenceOf = ({ ip, headers }: KoaContextWithOIDC) => ({ ip, userAgent: headers['user-agent'] ?? '' });
  provider.on('interaction.ended', (context) => {
    const { result, session, prompts } = context.oidc;
    if (!result?.login || !session?.accountId) return;
    void record({ kind: prompts.has('login') ? 'signed_in_again' : 'signed_in', userId: session.accountId, method: session.amr?.[0] ?? null, ...whenceOf(context) });
  });
  provider.on('end_session.success', (context) => {
    const { accountId } = context.oidc.session ?? {};
    // The link may also end the session of another person in this browser.
    if (accountId) void record({ kind: 'signed_out', userId: accountId, ...whenceOf(context) });
  });
}
