import { sql } from 'kysely';
import type { Db, Tx } from '#server/adapters/database/database.ts';
import { bearerKey } from './oidc-adapter.ts';

/** Ends everything somebody is signed in with, everywhere: a sign-in that was proven and not finished yet as well. */
export async function endSessions(tx: Db | Tx, userId: string): Promise<void> {
  await recordsOf(tx, userId).execute();
}

/** How whoever bears an access token signed in (RFC 8176), and when. */
export interface SignIn {
  how: string;
  /** ISO 8601. */
  at: string | null;
}

/** Null for a token without a session, such as an application's. */
export async function signInOf(db: Db | Tx, bearer: string | null): Promise<SignIn | null> {
  if (bearer === null) return null;
  const { rows: [session] } = await sql<{ how: string | null; at: number | null }>`
    select s.payload -> 'amr' ->> 0 as how, (s.payload ->> 'loginTs')::float8 as at
    from oidc_records t join oidc_records s on s.model = 'Session' and s.uid = t.payload ->> 'sessionUid'
    where t.model = 'AccessToken' and t.id = ${bearer}`.execute(db);
  return session?.how ? { how: session.how, at: session.at === null ? null : new Date(session.at * 1000).toISOString() } : null;
}

/** All but the one that this access token is of. */
export async function endOtherSessions(tx: Db | Tx, userId: string, token: string): Promise<void> {
  const own = await tx
    .selectFrom('oidc_records')
    .select(['id', 'grant_id', sql<string | null>`payload ->> 'sessionUid'`.as('session')])
    .where('model', '=', 'AccessToken').where('id', '=', bearerKey(token)).executeTakeFirst();
  await recordsOf(tx, userId)
    .where(sql<boolean>`not (model = 'AccessToken' and id = ${own?.id ?? ''})`)
    .where(sql<boolean>`not (model = 'Grant' and id = ${own?.grant_id ?? ''})`)
    .where(sql<boolean>`not (model = 'Session' and uid = ${own?.session ?? ''})`)
    .execute();
}

const recordsOf = (tx: Db | Tx, userId: string) =>
  tx.deleteFrom('oidc_records').where(sql<boolean>`(payload ->> 'accountId' = ${userId} or payload #>> '{result,login,accountId}' = ${userId})`);
