/** What became of messages: read from the outbox, and stored nowhere else. One of the local outbox, or not tried yet, says nothing. */
import { sql, type RawBuilder } from 'kysely';
import type { Delivery } from '#contract/entities/recipient.ts';
import type { Db } from '#server/adapters/database/database.ts';

const state = sql.raw("case when status = 'queued' and attempts > 0 then 'waiting' when status in ('sent', 'failed') then status end");

/** Of the mail or text message with this id. */
export const deliveryOf = (noticeId: RawBuilder<unknown>): RawBuilder<Delivery | null> => sql<Delivery | null>`(
  select ${state} from mails where mails.id = ${noticeId}
  union all select ${state} from text_messages where text_messages.id = ${noticeId}
)`;

export async function findDelivery(db: Db, noticeId: string): Promise<Delivery | null> {
  const { rows: [row] } = await sql<{ delivery: Delivery | null }>`select ${deliveryOf(sql`${noticeId}`)} as delivery`.execute(db);
  return row?.delivery ?? null;
}
