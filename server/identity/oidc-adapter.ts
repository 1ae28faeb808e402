/** Keeps everything of the OpenID provider in one table, whatever its model. */
import { createHash } from 'node:crypto';
import { errors, type Adapter, type AdapterFactory, type AdapterPayload } from 'oidc-provider';
import { sql, type Selectable } from 'kysely';
import { anyOf } from '#server/adapters/database/any-of.ts';
import { askedTogether } from '#server/adapters/database/asked-together.ts';
import type { Db } from '#server/adapters/database/database.ts';
import type { OidcRecordsTable } from '#server/adapters/database/tables/identity.tables.ts';
import { isStorable } from '#server/app/storable-text.ts';
import type { User } from '#server/repositories/users.repository.ts';
import { shutOutOfBearer } from './shut-out.ts';

/** Who has one of these is let in: only their hash is stored, so a copy of the database opens nothing. */
const bearers: ReadonlySet<string> = new Set(['AccessToken', 'AuthorizationCode', 'RefreshToken']);

/** `isOver`: of a session, by its uid, whose time has not come yet. */
export const oidcAdapter = (db: Db, isOver: (uid: string) => Promise<boolean>): AdapterFactory => (model) => new OidcAdapter(db, model, isOver);

export interface Bearer {
  user: User;
  /** Organizations that are closed to this session (`shut-out.ts`). */
  shutOut: string[];
}

/**
 * Whose access token it is, in one look-up for all who call at this moment, because every call begins with it. What the provider
 * would check beside is the kind and the time, which are columns here; a token that was revoked or whose session ended has no row.
 */
export function bearersOf(db: Db): (token: string) => Promise<Bearer | undefined> {
  const find = askedTogether(async (keys) => {
    const rows = await db
      .selectFrom('oidc_records')
      .innerJoin('users', (join) => join.on(sql<boolean>`users.id = oidc_records.payload ->> 'accountId'`))
      .selectAll('users')
      .select(['oidc_records.id as key', shutOutOfBearer().as('shutOut')])
      .where('oidc_records.model', '=', 'AccessToken')
      .where('oidc_records.id', '=', anyOf(keys))
      .where('oidc_records.expires_at', '>', new Date())
      .execute();
    return new Map(rows.map(({ key, shutOut, ...user }) => [key, { user, shutOut }]));
  });
  return (token) => find(bearerKey(token));
}

/** What an access token is kept under, where it is to be known again. */
export const bearerKey = (token: string): string => keyOf('AccessToken', token);

/** Those of these that still let somebody in. */
export async function livingBearers(db: Db, bearers: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('oidc_records').select('id')
    .where('model', '=', 'AccessToken').where('id', '=', anyOf(bearers)).where('expires_at', '>', new Date()).execute();
  return new Set(rows.map(({ id }) => id));
}

/** What a record is kept under. */
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
    // The provider reads forms itself, so nobody has looked at these before.
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

/** What has expired is of no use to anyone. */
export async function deleteExpiredRecords(db: Db): Promise<void> {
  await db.deleteFrom('oidc_records').where('expires_at', '<', new Date()).execute();
}
