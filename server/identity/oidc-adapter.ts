/** Stores all models of the OpenID provider in one table. */
import { createHash } from 'node:crypto';
import { errors, type Adapter, type AdapterFactory, type AdapterPayload } from 'oidc-provider';
import { sql, type Selectable } from 'kysely';
import { anyOf } from '#server/platform/database/any-of.ts';
import { createBatchLoader } from '#server/platform/database/batch-loader.ts';
import type { Db } from '#server/platform/database/database.ts';
import { deleteInPortions } from '#server/platform/database/delete-in-portions.ts';
import type { OidcRecordsTable } from '#server/platform/database/tables/identity.tables.ts';
import { isStorable } from '#server/http/storable-text.ts';
import type { User } from '#server/repositories/users.repository.ts';
import { restrictionsOfBearer, type OrgRestrictions } from './second-factor-enforcement.ts';

/** Bearer credentials: stored as hashes, so that a copy of the database can't be used to sign in. */
const bearers: ReadonlySet<string> = new Set(['AccessToken', 'AuthorizationCode', 'RefreshToken']);

/** `isOver`: whether a session, by its uid, is idle although it hasn't expired. */
export const oidcAdapter = (db: Db, isOver: (uid: string) => Promise<boolean>): AdapterFactory => (model) => new OidcAdapter(db, model, isOver);

export interface Bearer extends OrgRestrictions {
  user: User;
  sessionUid: string | null;
}

/**
 * Looks up access tokens, batched over concurrent requests because every call starts with it. The kind and expiry,
 * which the provider would check, are columns of the query; a revoked token or one whose session ended has no row.
 */
export function bearersOf(db: Db): (token: string) => Promise<Bearer | undefined> {
  const { closedOrgIds: closed, formerOrgIds: former } = restrictionsOfBearer();
  const find = createBatchLoader(async (keys) => {
    const rows = await db
      .selectFrom('oidc_records')
      .innerJoin('users', (join) => join.on(sql<boolean>`users.id = oidc_records.payload ->> 'accountId'`).on('users.deletion_started_at', 'is', null))
      .selectAll('users')
      .select(['oidc_records.id as key', sql<string | null>`oidc_records.payload ->> 'sessionUid'`.as('sessionUid'), closed.as('closedOrgIds'), former.as('formerOrgIds')])
      .where('oidc_records.model', '=', 'AccessToken')
      .where('oidc_records.id', '=', anyOf(keys))
      .where('oidc_records.expires_at', '>', new Date())
      .execute();
    return new Map(rows.map(({ key, sessionUid, closedOrgIds, formerOrgIds, ...user }) => [key, { user, sessionUid, closedOrgIds, formerOrgIds }]));
  });
  return (token) => find(bearerKey(token));
}

/** The key under which an access token is stored. */
export const bearerKey = (token: string): string => keyOf('AccessToken', token);

/** Returns those of the access tokens that are still valid. */
export async function livingBearers(db: Db, bearers: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('oidc_records').select('id')
    .where('model', '=', 'AccessToken').where('id', '=', anyOf(bearers)).where('expires_at', '>', new Date()).execute();
  return new Set(rows.map(({ id }) => id));
}

/** The primary key of a record: the hash for bearer credentials, else the id. */
export const keyOf = (model: string, id: string): string => (bearers.has(model) ? createHash('sha256').update(id).digest('base64url') : id);

class OidcAdapter implements Adapter {
  readonly #db: Db;
  readonly #model: string;
  readonly #isOver: (uid: string) => Promise<boolean>;

  constructor(db: Db, model: string, isOver: (uid: string) => Promise<boolean>) {
    this.#db = db;
    this.#model = model;
    this.#isOver = isOver;
  }

  async upsert(id: string, payload: AdapterPayload, expiresIn?: number): Promise<void> {
    const { jti: _jti, ...rest } = payload;
    const text = JSON.stringify(rest);
    // The provider parses forms itself, so `refuseUnstorableText` hasn't checked these values: PostgreSQL can't
    // store NUL or lone surrogates.
    if (/(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/.test(text)) throw new errors.InvalidRequest('parameters must be text');
    const columns = {
      payload: text,
      grant_id: payload.grantId ?? null,
      user_code: payload.userCode ?? null,
      uid: payload.uid ?? null,
      expires_at: expiresIn === undefined ? null : new Date(Date.now() + expiresIn * 1000),
    };
    await this.#db
      .insertInto('oidc_records')
      .values({ model: this.#model, id: this.#key(id), ...columns })
      .onConflict((conflict) => conflict.columns(['model', 'id']).doUpdateSet(columns))
      .execute();
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    if (!isStorable(id)) return undefined;
    const row = await this.#records().where('id', '=', this.#key(id)).executeTakeFirst();
    if (row?.uid != null && this.#model === 'Session' && (await this.#isOver(row.uid))) return undefined;
    return row && toPayload(row, id);
  }

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    const row = await this.#records().where('uid', '=', uid).executeTakeFirst();
    return row && toPayload(row, row.id);
  }

  async findByUserCode(userCode: string): Promise<AdapterPayload | undefined> {
    const row = await this.#records().where('user_code', '=', userCode).executeTakeFirst();
    return row && toPayload(row, row.id);
  }

  async consume(id: string): Promise<void> {
    await this.#db.updateTable('oidc_records').set({ consumed_at: new Date() }).where('model', '=', this.#model).where('id', '=', this.#key(id)).execute();
  }

  async destroy(id: string): Promise<void> {
    await this.#db.deleteFrom('oidc_records').where('model', '=', this.#model).where('id', '=', this.#key(id)).execute();
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    await this.#db.deleteFrom('oidc_records').where('model', '=', this.#model).where('grant_id', '=', grantId).execute();
  }

  #records() {
    return this.#db
      .selectFrom('oidc_records')
      .selectAll()
      .where('model', '=', this.#model)
      .where((query) => query.or([query('expires_at', 'is', null), query('expires_at', '>', new Date())]));
  }

  #key(id: string): string {
    return keyOf(this.#model, id);
  }
}

function toPayload(row: Selectable<OidcRecordsTable>, id: string): AdapterPayload {
  const payload = row.payload as AdapterPayload;
  const consumed = row.consumed_at === null ? {} : { consumed: Math.floor(row.consumed_at.getTime() / 1000) };
  return { ...payload, jti: id, ...consumed };
}

/** Deletes expired records of all models. */
export async function deleteExpiredRecords(db: Db): Promise<void> {
  await deleteInPortions(db, 'oidc_records', sql<boolean>`expires_at < ${new Date()}`);
}
