import type { FastifyRequest } from 'fastify';
import type { Scope } from '#contract/permissions/scopes.ts';
import type { Database, Db } from '#server/platform/database/database.ts';
import type { App } from '#server/http/app.types.ts';
import type { Config } from '#server/platform/config.ts';
import { AppError } from '#server/platform/app-error.ts';
import type { IdentityClaims } from '#server/platform/identity-claims.ts';
import { findUserById, type User } from '#server/repositories/users.repository.ts';
import { bearerKey, bearersOf, type Bearer } from './oidc-adapter.ts';
import { findCaptureTicket } from './capture-tickets.ts';
import { findIdentityTicket } from './identity-tickets.ts';
import { findApplicationToken, isApplicationToken } from './application-tokens.ts';
import { wasEnded } from './sessions.ts';
import { createSessionTracker } from './session-activity.ts';
import { restrictionsOfAccount, restrictionsWithoutSession, type OrgRestrictions } from './second-factor-enforcement.ts';

/** The authenticated caller, from the access token, and the client's address. */
export interface Actor extends IdentityClaims, OrgRestrictions {
  userId: string;
  profileType: 'guest' | 'user';
  locale: string;
  ip: string;
  userAgent: string;
  /** The application that acts for its owner; null when the person calls. */
  applicationId: string | null;
  /** The key under which the person's access token is stored; null for applications and tickets. */
  bearer: string | null;
  /** The session of this access token; null where there is none. */
  sessionUid: string | null;
  /** The identity check that a phone takes pictures for; the caller may do nothing else. */
  identityCheckId?: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | null;
  }
  interface FastifyInstance {
    /** `onRequest` hook: requires a valid access token and sets `request.actor`. */
    authenticate(request: FastifyRequest): Promise<void>;
    /** The same, but also accepts a phone's ticket for taking a picture. */
    authenticateOrTicket(request: FastifyRequest): Promise<void>;
    /** The same, but also accepts a ticket of an identity check. */
    authenticateOrIdentityTicket(request: FastifyRequest): Promise<void>;
  }
  interface FastifyContextConfig {
    /** Scopes that an application needs for this call. Without any, only people may call it. */
    scopes?: readonly Scope[];
  }
}

export function registerAuthentication(app: App, { db, reads, config }: Pick<Database, 'db' | 'reads'> & { config: Pick<Config, 'sessionIdleMinutes'> }): void {
  const findBearer = bearersOf(reads);
  const noteUse = createSessionTracker(db, app.log, config.sessionIdleMinutes);
  app.decorateRequest('actor', null);
  app.decorate('authenticate', async (request: FastifyRequest) => {
    app.limits.address(request);
    const token = tokenOf(request);
    const found = isApplicationToken(token) ? await applicationOf(db, token, request) : personOf(await findBearer(token));
    if (found === undefined) throw await refusalOf(db, token);
    const { user, applicationId } = found;
    app.limits.actor(user.id);
    request.actor = { ...toActor(found, request), bearer: applicationId === null ? bearerKey(token) : null };
    const { bearer, ip, userAgent } = request.actor;
    if (bearer !== null && !(await noteUse({ bearer, ip, userAgent }))) throw new AppError('invalid_token');
  });
  app.decorate('authenticateOrTicket', async (request: FastifyRequest) => {
    const { ticket } = request.query as { ticket?: unknown };
    if (request.headers.authorization !== undefined || typeof ticket !== 'string') return app.authenticate(request);
    app.limits.address(request);
    request.actor = await ownerOfTicket(db, ticket, request);
  });
  app.decorate('authenticateOrIdentityTicket', async (request: FastifyRequest) => {
    const { ticket } = request.query as { ticket?: unknown };
    if (request.headers.authorization !== undefined || typeof ticket !== 'string') return app.authenticate(request);
    app.limits.address(request);
    const found = await findIdentityTicket(db, ticket);
    const user = found && (await findUserById(db, found.user_id));
    if (!found || user === undefined) throw new AppError('invalid_token');
    request.actor = { ...(await actorOfTicket(db, user, request)), identityCheckId: found.check_id };
  });
}

/** `ended`: the session was ended by its person or on their behalf, so the browser deletes that person's data. */
const refusalOf = async (db: Db, token: string): Promise<AppError> => new AppError('invalid_token', (await wasEnded(db, bearerKey(token))) ? { ended: true } : undefined);

/** Returns the bearer token of a request; throws `unauthorized` without one. */
export function tokenOf({ headers }: Pick<FastifyRequest, 'headers'>): string {
  const [scheme, token] = (headers.authorization ?? '').split(' ');
  if (scheme?.toLowerCase() !== 'bearer' || token === undefined || token === '') throw new AppError('unauthorized');
  return token;
}

async function ownerOfTicket(db: Db, ticket: string, request: FastifyRequest): Promise<Actor> {
  const found = await findCaptureTicket(db, ticket);
  const user = found && (await findUserById(db, found.user_id));
  if (user === undefined) throw new AppError('invalid_token');
  return actorOfTicket(db, user, request);
}

const actorOfTicket = async (db: Db, user: User, request: FastifyRequest): Promise<Actor> =>
  toActor({ user, applicationId: null, ...(await restrictionsWithoutSession(db, user.id)) }, request);

interface Found extends Pick<Actor, 'applicationId'>, OrgRestrictions {
  user: User;
  sessionUid?: string | null;
}

const personOf = (bearer: Bearer | undefined): Found | undefined => bearer && { ...bearer, applicationId: null };

async function applicationOf(db: Db, token: string, request: FastifyRequest): Promise<Found | undefined> {
  const application = await findApplicationToken(db, token);
  if (application === undefined) throw new AppError('invalid_token');
  const { scopes = [] } = request.routeOptions.config;
  const lacking = scopes.find((scope) => !application.scopes.includes(scope));
  if (scopes.length === 0 || lacking !== undefined) throw new AppError('permission_denied', { scope: lacking ?? null });
  const user = await findUserById(db, application.owner_id);
  return user && { user, applicationId: application.id, ...(await restrictionsOfAccount(db, user.id)) };
}

/** Returns the caller, for handlers behind `authenticate`. */
export function actorOf(request: FastifyRequest): Actor {
  if (request.actor === null) throw new AppError('unauthorized');
  return request.actor;
}

function toActor({ user, applicationId, sessionUid = null, closedOrgIds, formerOrgIds }: Found, request: FastifyRequest): Actor {
  return {
    userId: user.id,
    profileType: user.type,
    email: user.email,
    emailVerified: user.email_verified,
    phone: user.phone,
    phoneVerified: user.phone_verified,
    firstName: user.first_name,
    lastName: user.last_name,
    locale: user.locale ?? 'en',
    ip: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    applicationId,
    bearer: null,
    sessionUid,
    closedOrgIds,
    formerOrgIds,
  };
}
