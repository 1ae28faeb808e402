/**
 * Organizations that require a second factor: a member can access their resources only if the account has a second
 * factor and the session began with one. And organizations that a person no longer belongs to, although they still own
 * resources there. The result is passed on with the caller and enforced in services/organizations/organization-access.ts.
 */
import { sql, type RawBuilder } from 'kysely';
import { anyOf } from '#server/platform/database/any-of.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import type { Config } from '#server/platform/config.ts';

export interface OrgRestrictions {
  /** Organizations that require a second factor, which the session or account lacks. */
  closedOrgIds: readonly string[];
  /** Organizations that the person has left, or that were dissolved, and whose resources wait for their new owner. */
  formerOrgIds: readonly string[];
}

/** A confirmed authenticator app, or a passkey. */
const hasFactor = (userId: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`(
  exists (select from second_factors f where f.user_id = ${userId} and f.confirmed_at is not null) or exists (select from passkeys k where k.user_id = ${userId}))`;

/**
 * Whether the session of an access token (`token`, a row of oidc_records) began with a second factor (RFC 8176):
 * `hwk` is a passkey, `mfa` a second step. `fed` with `mfa` is an upstream provider that vouches for its own second
 * factor.
 */
const provenIn = (token: string, userId: RawBuilder<unknown>): RawBuilder<boolean> => {
  const payload = sql.ref(`${token}.payload`);
  return sql<boolean>`exists (
    select from oidc_records s where s.model = 'Session' and s.uid = ${payload} ->> 'sessionUid' and s.payload ->> 'accountId' = ${payload} ->> 'accountId'
      and s.payload -> 'amr' ?| array['hwk', 'mfa'] and (s.payload -> 'amr' @> '["fed", "mfa"]' or ${hasFactor(userId)}))`;
};

const requiringOf = (userId: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select m.org_id from members m join organizations o on o.id = m.org_id
  where m.user_id = ${userId} and m.status = 'active' and o.require_second_factor and o.deleted_at is null`;

/**
 * Those that the person has left without joining again, and those that were dissolved by somebody else. Among the latter are
 * organizations that the person never belonged to; they own nothing there.
 */
const organizationsWithPendingTransfer = (userId: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select t.org_id from resource_transfers t
  where t.from_owner = ${userId} and not exists (select from members m where m.org_id = t.org_id and m.user_id = ${userId} and m.status = 'active')
  union select t.org_id from resource_transfers t where t.from_owner is null and t.to_owner <> ${userId}`;

/** SQL expressions: the restrictions of the bearer of an access token, for a query over oidc_records and users. */
export const restrictionsOfBearer = (): { [Key in keyof OrgRestrictions]: RawBuilder<string[]> } => ({
  closedOrgIds: sql<string[]>`array(${requiringOf(sql.ref('users.id'))} and not ${provenIn('oidc_records', sql.ref('users.id'))})`,
  formerOrgIds: sql<string[]>`array(${organizationsWithPendingTransfer(sql.ref('users.id'))})`,
});

/** The same without a session, as for an application or an upload address: only the account counts. */
export function restrictionsOfAccount(db: Db | Tx, userId: string): Promise<OrgRestrictions> {
  return restrictionsOf(db, userId, sql`${requiringOf(sql`${userId}`)} and not ${hasFactor(sql`${userId}`)}`);
}

/**
 * The same for a person with the ticket of a mail or phone instead of a session: every organization that requires a
 * second factor.
 */
export function restrictionsWithoutSession(db: Db | Tx, userId: string): Promise<OrgRestrictions> {
  return restrictionsOf(db, userId, requiringOf(sql`${userId}`));
}

async function restrictionsOf(db: Db | Tx, userId: string, closed: RawBuilder<unknown>): Promise<OrgRestrictions> {
  const { rows: [row] } = await sql<OrgRestrictions>`
    select array(${closed}) as "closedOrgIds", array(${organizationsWithPendingTransfer(sql`${userId}`)}) as "formerOrgIds"`.execute(db);
  return row ?? { closedOrgIds: [], formerOrgIds: [] };
}

/** Whether the account owns something in an organization. */
const ownsIn = (userId: RawBuilder<unknown>, orgId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(['transactions', 'files', 'templates', 'bulks'].map((table) => sql`exists (select from ${sql.table(table)} r where r.owner_id = ${userId} and r.org_id = ${orgId})`), sql` or `)})`;

/**
 * Returns the pairs `bearer/organization` where the organization is closed, or the bearer no longer belongs to it, among these
 * stored token keys and organizations. Who gets something of a dissolved organization because it was shared still does.
 */
export async function closedOrgsOfBearers(db: Db, bearers: readonly string[], orgIds: readonly string[]): Promise<Set<string>> {
  if (bearers.length === 0 || orgIds.length === 0) return new Set();
  const { rows } = await sql<{ pair: string }>`
    select oidc_records.id || '/' || r.org_id as pair
    from oidc_records join users on users.id = oidc_records.payload ->> 'accountId'
      cross join lateral (${requiringOf(sql.ref('users.id'))} and m.org_id = ${anyOf(orgIds)}) r
    where oidc_records.model = 'AccessToken' and oidc_records.id = ${anyOf(bearers)} and not ${provenIn('oidc_records', sql.ref('users.id'))}
    union select oidc_records.id || '/' || t.org_id
    from oidc_records join users on users.id = oidc_records.payload ->> 'accountId'
      cross join lateral (${organizationsWithPendingTransfer(sql.ref('users.id'))}) t
    where oidc_records.model = 'AccessToken' and oidc_records.id = ${anyOf(bearers)} and t.org_id = ${anyOf(orgIds)} and ${ownsIn(sql.ref('users.id'), sql.ref('t.org_id'))}`.execute(db);
  return new Set(rows.map(({ pair }) => pair));
}

export async function hasOwnFactor(db: Db | Tx, userId: string): Promise<boolean> {
  return (await findPeopleWithFactor(db, [userId], [])).has(userId);
}

/** Whether the access token with this stored key belongs to a session with a second factor. */
export async function hasProvenFactor(db: Db | Tx, bearer: string | null): Promise<boolean> {
  const { rows } = await sql`
    select from oidc_records join users on users.id = oidc_records.payload ->> 'accountId'
    where oidc_records.model = 'AccessToken' and oidc_records.id = ${bearer ?? ''} and ${provenIn('oidc_records', sql.ref('users.id'))}`.execute(db);
  return rows.length > 0;
}

/** The upstream providers that vouch for their own second factor. */
export const connectionsWithSecondFactor = ({ connections }: Pick<Config, 'connections'>): string[] =>
  connections.filter(({ secondFactor }) => secondFactor === 'theirs').map(({ id }) => id);

/** Returns those of the people whose account has a second factor, here or at a vouching provider. */
export async function findPeopleWithFactor(db: Db | Tx, userIds: readonly string[], connections: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select u.id from users u where u.id = ${anyOf(userIds)} and (${hasFactor(sql.ref('u.id'))}
      or exists (select from identities i where i.user_id = u.id and i.connection = ${anyOf(connections)}))`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Marks the session of this token (by its stored key) as one with a second factor, after a code was entered in it. */
export async function noteFactorInSession(tx: Tx, bearer: string): Promise<void> {
  await sql`
    update oidc_records s set payload = jsonb_set(s.payload, '{amr}', coalesce(s.payload -> 'amr', '[]') || '["mfa"]')
    from oidc_records t
    where t.model = 'AccessToken' and t.id = ${bearer} and s.model = 'Session' and s.uid = t.payload ->> 'sessionUid'
      and not coalesce(s.payload -> 'amr', '[]') ? 'mfa'`.execute(tx);
}

/** No session of this person counts as one with a second factor any more, except those started with a passkey. */
export async function forgetFactorInSessions(tx: Tx, userId: string): Promise<void> {
  await sql`update oidc_records set payload = jsonb_set(payload, '{amr}', (payload -> 'amr') - 'mfa')
    where model = 'Session' and payload ->> 'accountId' = ${userId} and payload -> 'amr' ? 'mfa'`.execute(tx);
}
