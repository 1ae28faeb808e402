import type { FastifyRequest } from 'fastify';
import type { Provider } from 'oidc-provider';
import type { Db } from '#server/adapters/database/database.ts';
import type { App } from '#server/app/app.types.ts';
import { AppError } from '#server/app/app-error.ts';
import { findUserById, type User } from '#server/repositories/users.repository.ts';

/** Who is calling, as the access token says, and from where. */
export interface Actor {
  userId: string;
  profileType: 'guest' | 'user';
  email: string | null;
  emailVerified: boolean;
  phone: string | null;
  phoneVerified: boolean;
  firstName: string | null;
  lastName: string | null;
  locale: string;
  ip: string;
  userAgent: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | null;
  }
  interface FastifyInstance {
    /** A hook: refuses the request unless it bears a valid access token, and tells whose it is in `request.actor`. */
    authenticate(request: FastifyRequest): Promise<void>;
  }
}

export function registerAuthentication(app: App, provider: Provider, db: Db): void {
  app.decorateRequest('actor', null);
  app.decorate('authenticate', async (request: FastifyRequest) => {
    const [scheme, token] = (request.headers.authorization ?? '').split(' ');
    if (scheme?.toLowerCase() !== 'bearer' || token === undefined || token === '') throw new AppError('unauthorized');
    const accessToken = await provider.AccessToken.find(token);
    const user = accessToken && (await findUserById(db, accessToken.accountId));
    if (user === undefined) throw new AppError('invalid_token');
    request.actor = toActor(user, request);
  });
}

/** For handlers behind `authenticate`. */
export function actorOf(request: FastifyRequest): Actor {
  if (request.actor === null) throw new AppError('unauthorized');
  return request.actor;
}

function toActor(user: User, request: FastifyRequest): Actor {
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
  };
}
