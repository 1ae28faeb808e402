/** Work of the server that people do not wait for: nightly clean-up, deletion of an account, missed events. */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { eventsMissed } from '#contract/events.ts';
import type { Infrastructure } from '#server/app/infrastructure.ts';
import { removeOrphans } from '#server/services/storage/orphans.ts';
import type { Client } from '../../tests/api/client.ts';
import { timed } from '../load/measure.ts';

const pollEvery = 20;
const longAgo = new Date(0);
/** Stored bodies that no row names. */
const orphans = 20;

/** The storage is replaced by the names that the database holds, so that what is measured is the database. */
export async function measureCleanUp({ db, pool, storage }: Infrastructure): Promise<number> {
  const { rows } = await sql<{ ref: string }>`select body_ref as ref from file_versions order by body_ref`.execute(db);
  const refs = [...rows.map(({ ref }) => ref), ...Array.from({ length: orphans }, (_, index) => `orphan-${index}`)];
  const named = {
    ...storage,
    removeIncompleteUploads: async () => 0,
    remove: async () => undefined,
    holdings: async function* holdings() { for (const ref of refs) yield { ref, changedAt: longAgo, size: 1 }; },
  };
  const { milliseconds, result } = await timed(() => removeOrphans({ db, pool, storage: named }));
  if (result !== orphans) throw new Error(`${result} orphans were removed, not ${orphans}`);
  return milliseconds;
}

/** From the call until nothing of the account is left. */
export async function measureDeletion({ db }: Infrastructure, person: Client): Promise<number> {
  const { milliseconds } = await timed(async () => {
    await person.call('auth.deleteUser');
    while (await exists(db, person.userId)) await sleep(pollEvery);
  });
  return milliseconds;
}

const exists = async (db: Infrastructure['db'], id: string): Promise<boolean> =>
  (await db.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;

/**
 * From opening a stream until all events of 14 days have arrived, or until it is told that they are more than `mostMissed`. Null: one
 * by one.
 */
export async function measureReplay({ db }: Infrastructure, url: string, person: Client, mostMissed: number | null): Promise<number> {
  const { rows: [newest] } = await sql<{ id: string }>`select max(id)::text as id from events where user_ids @> array[${person.userId}]`.execute(db);
  const { ticket } = await person.call('auth.getEventTicket');
  const { milliseconds } = await timed(async () => {
    const stop = new AbortController();
    const { body } = await fetch(`${url}/events?ticket=${ticket}&lastEventId=1${mostMissed === null ? '' : `&mostMissed=${mostMissed}`}`, { signal: stop.signal });
    let end = '';
    for await (const text of (body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
      end = (end + text).slice(-100_000);
      if (end.includes(`id: ${newest?.id}\n`) || end.includes(eventsMissed)) break;
    }
    stop.abort();
  });
  return milliseconds;
}
