/** The caller's own sessions. */
import { sql } from 'kysely';
import type { OwnSession } from '#contract/entities/session.ts';
import type { Db } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/app-error.ts';
import { authEventsOf } from './auth-events.ts';
import { deviceOf } from './devices.ts';
import { endOthers as endAllOthers, endSession } from './sessions.ts';

interface Owner {
  userId: string;
  /** The key under which the caller's access token is stored, if the call had one. */
  bearer?: string | null;
}

interface Row {
  id: string;
  uid: string;
  user_id: string;
  user_agent: string;
  network: string;
  signed_in_at: Date;
  last_used_at: Date;
  ends_at: Date;
  current: boolean;
}

export type OwnSessions = ReturnType<typeof createOwnSessions>;

export function createOwnSessions(db: Db) {
  async function list({ userId, bearer }: Owner): Promise<{ sessions: OwnSession[] }> {
    const { rows } = await sql<Row>`
      select r.*, s.expires_at as ends_at, r.uid is not distinct from (select t.payload ->> 'sessionUid' from oidc_records t where t.model = 'AccessToken' and t.id = ${bearer ?? ''}) as current
      from sessions r join oidc_records s on s.model = 'Session' and s.uid = r.uid and s.payload ->> 'accountId' = r.user_id and s.expires_at > now()
      where r.user_id = ${userId}
      order by current desc, r.last_used_at desc, r.id`.execute(db);
    return { sessions: rows.map(toSession) };
  }

  async function end({ userId }: Owner, id: string): Promise<void> {
    const session = await db.selectFrom('sessions').select(['uid', 'user_id']).where('id', '=', id).executeTakeFirst();
    if (session === undefined) throw new AppError('not_found');
    if (session.user_id !== userId) throw new AppError('permission_denied');
    await db.transaction().execute((tx) => endSession(tx, session.uid));
  }

  async function endOthers({ userId, bearer }: Owner): Promise<void> {
    if (bearer == null) throw new AppError('permission_denied');
    await db.transaction().execute((tx) => endAllOthers(tx, userId, bearer));
  }

  return { list, end, endOthers, history: ({ userId }: Owner) => authEventsOf(db, userId) };
}

const toSession = (row: Row): OwnSession => ({
  id: row.id,
  device: deviceOf(row.user_agent),
  network: row.network === '' ? null : row.network,
  signedInAt: row.signed_in_at.toISOString(),
  lastUsedAt: row.last_used_at.toISOString(),
  endsAt: row.ends_at.toISOString(),
  current: row.current,
});
