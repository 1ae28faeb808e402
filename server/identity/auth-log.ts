/**
 * Sees what is worth logging about authentication where it ends: a sign-in and a sign-out at the provider, whatever proved who it was; a
 * try that came to nothing, and a change that was made, at the answers of their calls.
 */
import type { FastifyRequest } from 'fastify';
import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import { calls, type CallId } from '#contract/calls/calls.ts';
import type { AuthEventKind, SignInMethod } from '#contract/entities/auth-event.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { routerPath } from '#contract/routes.ts';
import type { Db } from '#server/adapters/database/database.ts';
import type { App } from '#server/app/app.types.ts';
import { AppError } from '#server/app/app-error.ts';
import type { Foundation } from '#server/app/foundation.ts';
import { findUserByEmail } from '#server/repositories/users.repository.ts';
import { recordAuthEvents, type RecordAuthEvent } from './auth-events.ts';
import { findPending } from './pending-sign-ins.ts';

/** What a call did that went well. */
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

/** Calls that prove who somebody is. */
const proofs: Partial<Record<CallId, SignInMethod>> = {
  'password.submit': 'pwd', 'password.set': 'pwd', 'password.reset': 'otp', 'otp.init': 'otp', 'otp.submit': 'otp', 'passkeys.authSubmit': 'hwk',
  'secondFactor.submit': 'mfa', 'secondFactor.confirm': 'mfa', 'secondFactor.renewCodes': 'mfa', 'secondFactor.remove': 'mfa',
};

/** Why a proof is refused; that something else is wrong with a request says nothing about who sent it. */
const failures: Partial<Record<ErrorCode, AuthEventKind>> = { invalid_code: 'sign_in_failed', too_many_requests: 'locked_out' };

const places = new Map((Object.keys({ ...changes, ...proofs }) as CallId[]).map((id) => [`${calls[id].method} ${routerPath(calls[id].path)}`, id]));
const callOf = ({ method, routeOptions }: FastifyRequest): CallId | undefined => places.get(`${method} ${routeOptions.url ?? ''}`);

const whence = ({ ip, headers }: FastifyRequest) => ({ ip, userAgent: headers['user-agent'] ?? '' });

export function registerAuthLog(app: App, provider: Provider, foundation: Pick<Foundation, 'db' | 'log' | 'metrics' | 'config'>): void {
  const record = recordAuthEvents(foundation);
  watchProvider(provider, record);
  app.addHook('onSend', async (request, reply) => {
    const id = callOf(request);
    const kind = id && reply.statusCode < 300 ? changes[id] : undefined;
    // A reset takes effect with the second step, which writes it down.
    if (kind === undefined || (id === 'password.reset' && (await pendingAccount(foundation.db, provider, request)) !== null)) return;
    await record({ kind, userId: await triedAccount(foundation.db, provider, request), ...whence(request) });
  });
  app.addHook('onError', async (request, _reply, error) => {
    const id = callOf(request);
    const method = id && proofs[id];
    const kind = error instanceof AppError ? failures[error.code] : undefined;
    if (kind && method) await record({ kind, method, userId: await triedAccount(foundation.db, provider, request), ...whence(request) });
  });
}

/** Whose account was tried: of who is signed in, of the address that was named, or of the one that the code went to. */
async function triedAccount(db: Db, provider: Provider, request: FastifyRequest): Promise<string | null> {
  if (request.actor) return request.actor.userId;
  const named = (request.body as { email?: unknown } | undefined)?.email;
  const pending = await pendingAccount(db, provider, request);
  if (pending !== null) return pending;
  const email = typeof named === 'string' ? named : await addressOfCode(db, provider, request);
  return email === null ? null : ((await findUserByEmail(db, email))?.id ?? null);
}

/** Whose sign-in waits for the second step in this browser. */
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
    // A link of somebody else ends the session that was there, too.
    if (accountId) void record({ kind: 'signed_out', userId: accountId, ...whenceOf(context) });
  });
}
