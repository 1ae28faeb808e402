/** Changes that could lead to an account takeover require a recent sign-in: a token alone isn't sufficient. */
import { sql } from 'kysely';
import { attemptLimits } from '#contract/limits/sign-in.ts';
import type { Db } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/app-error.ts';
import { bearerKey } from './oidc-adapter.ts';

/** Throws `reauthentication_required` when the session of this access token has ended or its sign-in is too old. */
export async function assertRecentSignIn(db: Db, token: string): Promise<void> {
  const session = await db
    .selectFrom('oidc_records as token')
    .innerJoin('oidc_records as session', (join) =>
      join.on('session.model', '=', 'Session').on(sql<boolean>`session.uid = token.payload ->> 'sessionUid'`).on(sql<boolean>`session.payload ->> 'accountId' = token.payload ->> 'accountId'`))
    .select(sql<number>`(session.payload ->> 'loginTs')::float8`.as('signedInAt'))
    .where('token.model', '=', 'AccessToken')
    .where('token.id', '=', bearerKey(token))
    .executeTakeFirst();
  const age = session ? Date.now() - session.signedInAt * 1000 : Infinity;
  if (age > attemptLimits.recentSignIn) throw new AppError('reauthentication_required');
}
