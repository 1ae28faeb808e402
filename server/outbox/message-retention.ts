/** Deletes old messages, as mails and text messages contain sign-in codes and links. Queued ones are kept. */
import { sql } from 'kysely';
import type { Db } from '#server/platform/database/database.ts';
import { deleteInPortions } from '#server/platform/database/delete-in-portions.ts';

const day = 24 * 60 * 60 * 1000;
/**
 * How long message text is kept. Codes have expired long before; a link may be valid for longer, but a person
 * without the message asks for a new one.
 */
const contentRetentionMs = 7 * day;
/** How long recipient and time are kept. */
const metadataRetentionMs = 90 * day;

export async function deleteOldMessages(db: Db, now = new Date()): Promise<void> {
  const before = (age: number): Date => new Date(now.getTime() - age);
  for (const outbox of ['mails', 'text_messages'] as const) {
    await deleteInPortions(db, outbox, sql<boolean>`status = 'unsent' and created_at < ${before(contentRetentionMs)}`);
    await deleteInPortions(db, outbox, sql<boolean>`status <> 'queued' and created_at < ${before(metadataRetentionMs)}`);
  }
  const old = before(contentRetentionMs);
  await db.updateTable('mails').set({ text_body: '', html_body: '' }).where('status', '=', 'failed').where('created_at', '<', old).where('text_body', '<>', '').execute();
  await db.updateTable('text_messages').set({ body: '' }).where('status', '=', 'failed').where('created_at', '<', old).where('body', '<>', '').execute();
}
