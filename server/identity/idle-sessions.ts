/** Sessions that nobody has used for as long as the installation says end, with what they gave. */
import type { Db } from '#server/adapters/database/database.ts';
import { endSession } from './sessions.ts';

const minute = 60_000;

/** Uses are written down once a minute, so one minute more has to pass. */
const usedBefore = (idleMinutes: number): Date => new Date(Date.now() - (idleMinutes + 1) * minute);

/** Ends them all; work that waits in their browsers is kept there. */
export async function endIdleSessions(db: Db, idleMinutes: number | null): Promise<void> {
  if (idleMinutes === null) return;
  const idle = await db.selectFrom('sessions').select('uid').where('last_used_at', '<', usedBefore(idleMinutes)).limit(1000).execute();
  for (const { uid } of idle) await db.transaction().execute((tx) => endSession(tx, uid, { byHand: false }));
}

/** Whether this session is one of them. */
export async function isIdle(db: Db, uid: string, idleMinutes: number): Promise<boolean> {
  const found = await db.selectFrom('sessions').select('uid').where('uid', '=', uid).where('last_used_at', '<', usedBefore(idleMinutes)).executeTakeFirst();
  return found !== undefined;
}
