/** Records when and from where sessions are used: shown to their owners, and needed to end idle sessions. */
import { sql } from 'kysely';
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '#server/platform/database/database.ts';
import { deleteInPortions } from '#server/platform/database/delete-in-portions.ts';
import { newId } from '#server/platform/id.ts';
import { isIdle } from './idle-sessions.ts';
import { shortNetwork } from '#server/http/caller-network.ts';
import { longestUserAgent } from './devices.ts';
import { isStorable } from '#server/http/storable-text.ts';

interface SessionUse {
  /** The key under which the access token is stored. */
  bearer: string;
  ip: string;
  userAgent: string;
}

const minute = 60_000;
/** Per node. When the map is full it is cleared, and each session is written once more. */
const mostRemembered = 20_000;

/**
 * Called for every authenticated request. Writes at most once a minute per access token, or when the client's
 * address or user agent changes. Returns false when the session is idle for too long.
 */
export function createSessionTracker(db: Db, log: Pick<FastifyBaseLogger, 'warn'>, idleMinutes: number | null): (use: SessionUse) => Promise<boolean> {
  const written = new Map<string, { at: number; from: string }>();
  return async (use) => {
    const at = Date.now();
    const from = `${use.ip} ${use.userAgent.slice(0, longestUserAgent)}`;
    const last = written.get(use.bearer);
    if (last?.from === from && at - last.at < minute) return true;
    try {
      if (idleMinutes !== null && (await isBearerIdle(db, use.bearer, idleMinutes))) return false;
      if (written.size >= mostRemembered) written.clear();
      written.set(use.bearer, { at, from });
      await write(db, use);
    } catch (error) {
      // A database failure is reported by the call itself.
      written.delete(use.bearer);
      log.warn({ err: error }, 'the use of a session was not written down');
    }
    return true;
  };
}

async function isBearerIdle(db: Db, bearer: string, idleMinutes: number): Promise<boolean> {
  const { rows: [token] } = await sql<{ uid: string | null }>`select payload ->> 'sessionUid' as uid from oidc_records where model = 'AccessToken' and id = ${bearer}`.execute(db);
  return token?.uid != null && isIdle(db, token.uid, idleMinutes);
}

async function write(db: Db, { bearer, ip, userAgent }: SessionUse): Promise<void> {
  const agent = userAgent.slice(0, longestUserAgent);
  await sql`
    insert into sessions (id, uid, user_id, user_agent, network, signed_in_at)
    select ${newId()}, s.uid, u.id, ${isStorable(agent) ? agent : ''}, ${shortNetwork(ip)}, to_timestamp((s.payload ->> 'loginTs')::float8)
    from oidc_records t
      join oidc_records s on s.model = 'Session' and s.uid = t.payload ->> 'sessionUid'
      join users u on u.id = s.payload ->> 'accountId'
    where t.model = 'AccessToken' and t.id = ${bearer}
    on conflict (uid) do update set
      user_id = excluded.user_id, user_agent = excluded.user_agent, network = excluded.network, signed_in_at = excluded.signed_in_at, last_used_at = now()`.execute(db);
}

/** Deletes rows whose session no longer exists in the provider. */
export async function deleteEndedSessions(db: Db): Promise<void> {
  await deleteInPortions(db, 'sessions', sql<boolean>`not exists (
    select from oidc_records r where r.model = 'Session' and r.uid = sessions.uid and r.expires_at > now())`);
}
