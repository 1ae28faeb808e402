/** Ends sessions, with their tokens, that haven't been used for the configured time. */
import type { Db } from '#server/platform/database/database.ts';
import { endSession } from './sessions.ts';

const minute = 60_000;

/** Use is recorded at most once a minute, so one more minute is added. */
const usedBefore = (idleMinutes: number): Date => new Date(Date.now() - (idleMinutes + 1) * minute);

/** Ends idle sessions, up to 1000 per call. Their browsers keep unsent work, unlike after a sign-out. */
export async function endIdleSessions(db: Db, idleMinutes: number | null): Promise<void> {
  if (idleMinutes === null) return;
  const idle = await db.selectFrom('sessions').select('uid').where('last_used_at', '<', usedBefore(idleMinutes)).limit(1000).execute();
  for (const { uid } of idle) await db.transaction().execute((tx) => endSession(tx, uid, { byHand: false }));
}

/** Whether this session is idle. */
export async function isIdle(db: Db, uid: string, idleMinutes: number): Promise<boolean> {
  const found = await db.selectFrom('sessions').select('uid').where('uid', '=', uid).where('last_used_at', '<', usedBefore(idleMinutes)).executeTakeFirst();
  return found !== undefined;
}
