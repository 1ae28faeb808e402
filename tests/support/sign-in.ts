import type { App } from '#server/http/app.types.ts';
import type { Infrastructure } from '#server/app/infrastructure.ts';
import { clientId } from '#server/identity/oidc-provider.ts';
import { findOrCreateGuest, signInByEmail, updateUser } from '#server/repositories/users.repository.ts';

export interface SignedIn {
  userId: string;
  token: string;
  headers: { authorization: string; 'user-agent'?: string };
}

export interface SigningIn {
  firstName?: string;
  lastName?: string;
  type?: 'guest' | 'user';
  /** Seconds since they signed in. */
  signedInAgo?: number;
}

/** A person with a proven address and a valid token; their account is made when there is none. */
export async function signIn(app: App, { db }: Infrastructure, email: string, { type = 'user', signedInAgo = 0, ...person }: SigningIn = {}): Promise<SignedIn> {
  const user = await db.transaction().execute(async (tx) => {
    if (type === 'user') return signInByEmail(tx, { email, ...person });
    const guest = await findOrCreateGuest(tx, { email, ...person });
    return updateUser(tx, guest.id, { email_verified: true });
  });
  const provider = app.identityProvider;
  const client = await provider.Client.find(clientId);
  if (client === undefined) throw new Error('the web client is not registered');
  const grant = new provider.Grant({ clientId, accountId: user.id });
  grant.addOIDCScope('openid profile email');
  const grantId = await grant.save();
  const session = new provider.Session();
  session.loginAccount({ accountId: user.id, loginTs: Math.floor(Date.now() / 1000) - signedInAgo });
  await session.save(3600);
  const token = await new provider.AccessToken({ client, accountId: user.id, grantId, sessionUid: session.uid, scope: 'openid', gty: 'authorization_code' }).save();
  return { userId: user.id, token, headers: { authorization: `Bearer ${token}` } };
}
