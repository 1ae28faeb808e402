/** Direct links of templates, and the requests made by them. */
import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import { counts } from '#contract/limits/counts.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import type { DirectLinksTable } from '#server/platform/database/tables/documents.tables.ts';

export type DirectLinkRow = Selectable<DirectLinksTable>;

export function findDirectLink(db: Db | Tx, templateId: string): Promise<DirectLinkRow | undefined> {
  return db.selectFrom('direct_links').selectAll().where('template_id', '=', templateId).executeTakeFirst();
}

export function findDirectLinkByToken(db: Db | Tx, tokenHash: Buffer): Promise<DirectLinkRow | undefined> {
  return db.selectFrom('direct_links').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst();
}

/** Two who open the link at the same time are counted one after the other. */
export function lockDirectLink(tx: Tx, templateId: string): Promise<DirectLinkRow | undefined> {
  return tx.selectFrom('direct_links').selectAll().where('template_id', '=', templateId).forNoKeyUpdate().executeTakeFirst();
}

export async function insertDirectLink(tx: Tx, row: Insertable<DirectLinksTable>): Promise<void> {
  await tx.insertInto('direct_links').values(row).execute();
}

export async function updateDirectLink(tx: Tx, templateId: string, changes: Updateable<DirectLinksTable>): Promise<void> {
  await tx.updateTable('direct_links').set({ ...changes, updated_at: new Date() }).where('template_id', '=', templateId).execute();
}

export async function addDirectLinkUse(tx: Tx, use: { template_id: string; transaction_id: string; recipient_id: string }): Promise<void> {
  await tx.insertInto('direct_link_uses').values(use).execute();
  await tx.updateTable('direct_links').set({ uses: sql<number>`uses + 1` }).where('template_id', '=', use.template_id).execute();
}

/** The requests that a person began by the link of a template, newest first. A request that they reassigned is no longer theirs. */
export function findUsesOf(db: Db | Tx, templateId: string, userId: string) {
  return db
    .selectFrom('recipients')
    .innerJoin('direct_link_uses', 'direct_link_uses.recipient_id', 'recipients.id')
    .innerJoin('transactions', 'transactions.id', 'direct_link_uses.transaction_id')
    .select(['transactions.id', 'transactions.status', 'transactions.expires_at', 'recipients.completed_at'])
    .where('recipients.user_id', '=', userId)
    .where('direct_link_uses.template_id', '=', templateId)
    .where('transactions.deleted_at', 'is', null)
    .orderBy('transactions.id', 'desc')
    .execute();
}

/** Newest first: ids begin with the time. */
export function listDirectLinkUses(db: Db, templateId: string, after: string | undefined) {
  return db
    .selectFrom('direct_link_uses')
    .innerJoin('transactions', 'transactions.id', 'direct_link_uses.transaction_id')
    .innerJoin('recipients', 'recipients.id', 'direct_link_uses.recipient_id')
    .select(['transactions.id', 'transactions.name', 'transactions.status', 'transactions.created_at'])
    .select(['recipients.email', 'recipients.phone', 'recipients.first_name', 'recipients.last_name', 'recipients.completed_at'])
    .where('direct_link_uses.template_id', '=', templateId)
    .where('transactions.deleted_at', 'is', null)
    .$if(after !== undefined, (query) => query.where('direct_link_uses.transaction_id', '<', after ?? ''))
    .orderBy('direct_link_uses.transaction_id', 'desc')
    .limit(counts.listPage + 1)
    .execute();
}
