/**
 * Delivery state of messages, read from the outbox and stored nowhere else. Null for a local outbox and for a
 * message that hasn't been tried yet.
 */
import { sql, type RawBuilder } from 'kysely';
import type { Delivery } from '#contract/entities/delivery.ts';
import { anyOf } from '#server/platform/database/any-of.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';

/** Seconds. A message untried for this long counts as waiting: the queue is stuck. */
const longUntried = 60;

const state = sql.raw(`case
  when status = 'queued' and (attempts > 0 or created_at < now() - interval '${longUntried} seconds') then 'waiting'
  when status in ('sent', 'failed') then status
end`);

/** Whether an undelivered message is shown as waiting. */
export const isShownWaiting = ({ attempts, created_at: createdAt }: { attempts: number; created_at: Date }): boolean =>
  attempts > 0 || createdAt.getTime() < Date.now() - longUntried * 1000;

/** SQL expression: the delivery state of the mail or text message with this id. */
export const deliveryOf = (noticeId: RawBuilder<unknown>): RawBuilder<Delivery | null> => sql<Delivery | null>`(
  select ${state} from mails where mails.id = ${noticeId}
  union all select ${state} from text_messages where text_messages.id = ${noticeId}
)`;

export async function findDelivery(db: Db, noticeId: string): Promise<Delivery | null> {
  const { rows: [row] } = await sql<{ delivery: Delivery | null }>`select ${deliveryOf(sql`${noticeId}`)} as delivery`.execute(db);
  return row?.delivery ?? null;
}

/** Returns the delivery state of the newest message about each of these subjects. */
export async function findDeliveriesAbout(db: Db | Tx, abouts: readonly string[]): Promise<Map<string, Delivery | null>> {
  const { rows } = await sql<{ about: string; delivery: Delivery | null }>`
    select distinct on (about) about, delivery from (
      select about, created_at, ${state} as delivery from mails where about = ${anyOf(abouts)}
      union all select about, created_at, ${state} from text_messages where about = ${anyOf(abouts)}
    ) messages order by about, created_at desc`.execute(db);
  return new Map(rows.map(({ about, delivery }) => [about, delivery]));
}

export async function findAbout(tx: Tx, noticeId: string): Promise<string | null> {
  const { rows: [row] } = await sql<{ about: string | null }>`
    select about from mails where id = ${noticeId} union all select about from text_messages where id = ${noticeId}`.execute(tx);
  return row?.about ?? null;
}
