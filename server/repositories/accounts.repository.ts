import { sql } from 'kysely';
import type { Profile } from '#contract/entities/profile.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import type { Overrides } from './feature-overrides.repository.ts';
import type { User } from './users.repository.ts';

/** A user with the state of their account: sign-in methods, integrations, feature overrides. */
export interface Account extends User {
  has_password: boolean;
  has_passkey: boolean;
  /** The upstream providers that the person has signed in with. */
  connections: string[];
  integrations: Profile['integrations'];
  overrides: Overrides;
}

/** One query, because every page of the app starts with it. */
export async function findAccount(db: Db | Tx, id: string): Promise<Account | undefined> {
  const { rows } = await sql<Account>`
    select u.*,
      exists (select from passwords p where p.user_id = u.id) as has_password,
      exists (select from passkeys k where k.user_id = u.id) as has_passkey,
      array(select distinct i.connection from identities i where i.user_id = u.id order by i.connection) as connections,
      (select coalesce(json_agg(json_build_object('name', n.name, 'active', n.active) order by n.name), '[]') from integrations n where n.user_id = u.id) as integrations,
      (select coalesce(json_object_agg(f.flag, f.value), '{}') from feature_overrides f where f.holder_id = u.id) as overrides
    from users u where u.id = ${id}`.execute(db);
  return rows[0];
}
