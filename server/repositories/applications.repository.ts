import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Db, Tx } from '#server/platform/database/database.ts';
import type { ApplicationsTable } from '#server/platform/database/tables/identity.tables.ts';

export type ApplicationRow = Selectable<ApplicationsTable>;

export function findApplication(db: Db | Tx, id: string): Promise<ApplicationRow | undefined> {
  return db.selectFrom('applications').selectAll().where('id', '=', id).executeTakeFirst();
}

export function findApplicationByClientId(db: Db, clientId: string): Promise<ApplicationRow | undefined> {
  return db.selectFrom('applications').selectAll().where('client_id', '=', clientId).executeTakeFirst();
}

export function listApplications(db: Db | Tx, ownerId: string): Promise<ApplicationRow[]> {
  return db.selectFrom('applications').selectAll().where('owner_id', '=', ownerId).orderBy('created_at').orderBy('id').execute();
}

export async function insertApplication(tx: Tx, row: Insertable<ApplicationsTable>): Promise<void> {
  await tx.insertInto('applications').values(row).execute();
}

export async function updateApplication(tx: Tx, id: string, changes: Updateable<ApplicationsTable>): Promise<void> {
  await tx.updateTable('applications').set({ ...changes, updated_at: new Date() }).where('id', '=', id).execute();
}

/** Deletes the application and, by cascade, its tokens. */
export async function deleteApplication(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('applications').where('id', '=', id).execute();
}

export async function deleteApplicationTokens(tx: Tx, applicationId: string): Promise<void> {
  await tx.deleteFrom('application_tokens').where('application_id', '=', applicationId).execute();
}
