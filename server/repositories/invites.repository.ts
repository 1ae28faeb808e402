import type { Insertable, Selectable } from 'kysely';
import type { Db, Tx } from '#server/platform/database/database.ts';
import type { InvitesTable } from '#server/platform/database/tables/organizations.tables.ts';

type InviteRow = Selectable<InvitesTable>;

/** One open invitation per person and organization: a second one renews it. */
export function upsertInvite(tx: Tx, row: Insertable<InvitesTable>): Promise<InviteRow> {
  const { invited_by, ticket_hash, expires_at } = row;
  return tx
    .insertInto('invites')
    .values(row)
    .onConflict((conflict) => conflict.columns(['org_id', 'user_id']).doUpdateSet({ invited_by, ticket_hash, expires_at, accepted_at: null }))
    .returningAll()
    .executeTakeFirstOrThrow();
}

export interface OpenInvite extends InviteRow {
  name: string;
  logo: string | null;
}

const answerable = (db: Db | Tx) =>
  db
    .selectFrom('invites')
    .innerJoin('organizations', 'organizations.id', 'invites.org_id')
    .selectAll('invites')
    .select(['organizations.name', 'organizations.logo'])
    .where('organizations.deleted_at', 'is', null)
    .where('invites.expires_at', '>', new Date());

const open = (db: Db | Tx) => answerable(db).where('invites.accepted_at', 'is', null);

export const findInvite = (db: Db | Tx, id: string): Promise<OpenInvite | undefined> => open(db).where('invites.id', '=', id).executeTakeFirst();

export const findInvitesOf = (db: Db | Tx, userId: string): Promise<OpenInvite[]> =>
  open(db).where('invites.user_id', '=', userId).orderBy('invites.created_at', 'desc').execute();

/** Finds an accepted invitation, for as long as the membership lasts. */
export const findAcceptedInvite = (db: Db | Tx, id: string, userId: string): Promise<OpenInvite | undefined> =>
  answerable(db).where('invites.id', '=', id).where('invites.user_id', '=', userId).where('invites.accepted_at', 'is not', null).executeTakeFirst();

/** Marks the invitation as accepted. Of two concurrent calls only one gets the row. */
export function acceptInvite(tx: Tx, id: string): Promise<InviteRow | undefined> {
  return tx.updateTable('invites').set({ accepted_at: new Date() }).where('id', '=', id).where('accepted_at', 'is', null).returningAll().executeTakeFirst();
}
