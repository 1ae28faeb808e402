import { sql } from 'kysely';
import type { Db } from '#server/platform/database/database.ts';

/**
 * Whether the mail server failed to accept a mail that is still queued and has accepted none since. Independent of
 * the address.
 */
export async function isMailDelayed(db: Db): Promise<boolean> {
  const { rows: [row] } = await sql<{ late: boolean }>`
    select coalesce((select max(tried_at) from mails where status = 'queued' and tried_at is not null)
      > coalesce((select max(sent_at) from mails where sent_at is not null), '-infinity'), false) as late`.execute(db);
  return row?.late ?? false;
}
