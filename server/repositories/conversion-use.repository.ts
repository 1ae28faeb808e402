/** Conversion time that each person used lately. It fades: of a second, 1/e is left after ten minutes. */
import { sql, type RawBuilder } from 'kysely';
import type { Db, Tx } from '#server/platform/database/database.ts';

const fadingSeconds = 600;
/** Days after which nothing noticeable is left. */
const retentionDays = 1;

const left = (): RawBuilder<number> => sql<number>`conversion_use.seconds * exp(-extract(epoch from now() - conversion_use.counted_at)::double precision / ${fadingSeconds})`;

export async function addConversionUse(db: Db | Tx, userId: string, seconds: number): Promise<void> {
  await sql`
    insert into conversion_use (user_id, seconds, counted_at) select id, ${seconds}, now() from users where id = ${userId}
    on conflict (user_id) do update set seconds = ${left()} + excluded.seconds, counted_at = excluded.counted_at`.execute(db);
}

export async function conversionSecondsOf(db: Db | Tx, userId: string): Promise<number> {
  const { rows: [found] } = await sql<{ seconds: number }>`select ${left()} as seconds from conversion_use where user_id = ${userId}`.execute(db);
  return found?.seconds ?? 0;
}

export async function deleteOldConversionUse(db: Db): Promise<void> {
  await sql`delete from conversion_use where counted_at < now() - make_interval(days => ${retentionDays})`.execute(db);
}
