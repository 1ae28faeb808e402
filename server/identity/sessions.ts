import { sql, type RawBuilder } from 'kysely';
import type { Db, Tx } from '#server/platform/database/database.ts';
import { deleteInPortions } from '#server/platform/database/delete-in-portions.ts';
import { anyOf } from '#server/platform/database/any-of.ts';
import { deletePushSubscriptionsBut, deletePushSubscriptionsOfSession } from '#server/repositories/push-subscriptions.repository.ts';
import { bearerKey } from './oidc-adapter.ts';

/** Ends all sessions and tokens of a person, and sign-ins that wait for the second factor. Their devices get no messages any more. */
export async function endSessions(tx: Db | Tx, userId: string): Promise<void> {
  await rememberEnded(tx, sql<boolean>`payload ->> 'accountId' = ${userId}`);
  await tx.deleteFrom('pending_sign_ins').where('user_id', '=', userId).execute();
  await recordsOf(tx, userId).execute();
  await deletePushSubscriptionsBut(tx, userId, null);
}

/** Remembers tokens that were ended on purpose, as opposed to expired: their browsers delete the person's data. */
async function rememberEnded(tx: Db | Tx, which: RawBuilder<boolean>): Promise<void> {
  await sql`insert into ended_tokens (bearer, expires_at) select id, expires_at from oidc_records where model = 'AccessToken' and expires_at > now() and ${which} on conflict do nothing`.execute(tx);
}

/** Whether the token stored under this key was ended on purpose. */
export async function wasEnded(db: Db, bearer: string): Promise<boolean> {
  return (await db.selectFrom('ended_tokens').select('bearer').where('bearer', '=', bearer).executeTakeFirst()) !== undefined;
}

export async function deleteEndedTokens(db: Db): Promise<void> {
  await deleteInPortions(db, 'ended_tokens', sql<boolean>`expires_at < ${new Date()}`);
}

/** How (RFC 8176) and when the bearer of an access token signed in. */
export interface SignIn {
  how: string;
  /** ISO 8601. */
  at: string | null;
  /**
   * Whether a code of the second factor was entered in this session. Not stated for other providers, which may vouch
   * for a second step that nobody here has seen.
   */
  secondStep: boolean;
}

/** Returns null for a token without a session, such as an application's. */
export async function signInOf(db: Db | Tx, bearer: string | null): Promise<SignIn | null> {
  if (bearer === null) return null;
  const { rows: [session] } = await sql<{ how: string | null; at: number | null; isTwofold: boolean | null }>`
    select s.payload -> 'amr' ->> 0 as how, (s.payload ->> 'loginTs')::float8 as at, s.payload -> 'amr' ? 'mfa' as "isTwofold"
    from oidc_records t join oidc_records s on s.model = 'Session' and s.uid = t.payload ->> 'sessionUid'
    where t.model = 'AccessToken' and t.id = ${bearer}`.execute(db);
  if (!session?.how) return null;
  return { how: session.how, at: session.at === null ? null : new Date(session.at * 1000).toISOString(), secondStep: session.how !== 'fed' && (session.isTwofold ?? false) };
}

/**
 * Ends one session, its tokens, grants and pending interactions. `byHand`: ended on purpose, so that its browser
 * deletes the person's data.
 */
export async function endSession(tx: Tx, uid: string, { byHand = true } = {}): Promise<void> {
  const session = await tx.selectFrom('oidc_records').select(sql<string[]>`jsonb_path_query_array(payload, '$.authorizations.*.grantId')`.as('grants')).where('model', '=', 'Session').where('uid', '=', uid).executeTakeFirst();
  const grants = session?.grants ?? [];
  if (byHand) {
    await rememberEnded(tx, sql<boolean>`payload ->> 'sessionUid' = ${uid}`);
    await deletePushSubscriptionsOfSession(tx, uid);
  }
  await tx.deleteFrom('oidc_records').where('model', '=', 'Session').where('uid', '=', uid).execute();
  await tx.deleteFrom('oidc_records').where('model', 'in', ['AccessToken', 'AuthorizationCode']).where(sql<boolean>`payload ->> 'sessionUid' = ${uid}`).execute();
  await tx.deleteFrom('oidc_records').where('model', '=', 'Interaction').where(sql<boolean>`payload #>> '{session,uid}' = ${uid}`).execute();
  if (grants.length > 0) await tx.deleteFrom('oidc_records').where('model', '=', 'Grant').where('id', '=', anyOf(grants)).execute();
  await tx.deleteFrom('sessions').where('uid', '=', uid).execute();
}

/**
 * Ends all sessions of a person except that of `bearer` (a stored token key), and sign-ins that were proven but not
 * completed.
 */
export async function endOthers(tx: Tx, userId: string, bearer: string): Promise<void> {
  const others = await tx.selectFrom('oidc_records').select('uid').where('model', '=', 'Session')
    .where(sql<boolean>`payload ->> 'accountId' = ${userId}`)
    .where(sql<boolean>`uid is distinct from (select payload ->> 'sessionUid' from oidc_records where model = 'AccessToken' and id = ${bearer})`)
    .execute();
  for (const { uid } of others) if (uid !== null) await endSession(tx, uid);
  const own = await tx.selectFrom('oidc_records').select(sql<string | null>`payload ->> 'sessionUid'`.as('session')).where('model', '=', 'AccessToken').where('id', '=', bearer).executeTakeFirst();
  // Also devices whose session has ended by itself.
  await deletePushSubscriptionsBut(tx, userId, own?.session ?? null);
  await tx.deleteFrom('oidc_records').where('model', '=', 'Interaction').where(sql<boolean>`payload #>> '{result,login,accountId}' = ${userId}`).execute();
}

/** After a change of a sign-in method: keeps this access token only; other tokens of its session end as well. */
export const endOtherSessions = (tx: Db | Tx, userId: string, token: string): Promise<void> => endSessionsBut(tx, userId, bearerKey(token));

/** The same, by the key under which the access token is stored. */
export async function endSessionsBut(tx: Db | Tx, userId: string, bearer: string): Promise<void> {
  await tx.deleteFrom('pending_sign_ins').where('user_id', '=', userId).execute();
  const own = await tx
    .selectFrom('oidc_records')
    .select(['id', 'grant_id', sql<string | null>`payload ->> 'sessionUid'`.as('session')])
    .where('model', '=', 'AccessToken').where('id', '=', bearer).executeTakeFirst();
  await rememberEnded(tx, sql<boolean>`payload ->> 'accountId' = ${userId} and payload ->> 'sessionUid' is distinct from ${own?.session ?? null} and id <> ${own?.id ?? ''}`);
  await recordsOf(tx, userId)
    .where(sql<boolean>`not (model = 'AccessToken' and id = ${own?.id ?? ''})`)
    .where(sql<boolean>`not (model = 'Grant' and id = ${own?.grant_id ?? ''})`)
    .where(sql<boolean>`not (model = 'Session' and uid = ${own?.session ?? ''})`)
    .execute();
  await deletePushSubscriptionsBut(tx, userId, own?.session ?? null);
}

const recordsOf = (tx: Db | Tx, userId: string) =>
  tx.deleteFrom('oidc_records').where(sql<boolean>`(payload ->> 'accountId' = ${userId} or payload #>> '{result,login,accountId}' = ${userId})`);
