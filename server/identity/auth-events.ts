/** Authentication log: stored for each person, written to the server's log, counted in metrics. */
import { sql, type Selectable } from 'kysely';
import { signInMethods, type AuthEvent, type AuthEventKind, type SignInMethod } from '#contract/entities/auth-event.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import { deleteInPortions } from '#server/platform/database/delete-in-portions.ts';
import type { AuthEventsTable } from '#server/platform/database/tables/sign-in.tables.ts';
import type { Config } from '#server/platform/config.ts';
import type { Platform } from '#server/platform/platform.ts';
import { isStorable } from '#server/http/storable-text.ts';
import { shortNetwork } from '#server/http/caller-network.ts';
import { deviceOf, longestUserAgent } from './devices.ts';

const day = 24 * 60 * 60 * 1000;
const mostShown = 200;

interface NewAuthEvent {
  kind: AuthEventKind;
  /** Null when the attempted account doesn't exist: the event is counted and logged, but not stored. */
  userId: string | null;
  method?: string | null;
  ip: string;
  userAgent: string;
}

/** Never rejects: a failure to write the log must not undo or fail the action. */
export type RecordAuthEvent = (event: NewAuthEvent) => Promise<void>;

export function recordAuthEvents({ db, log, metrics, config }: Pick<Platform, 'db' | 'log' | 'metrics' | 'config'>): RecordAuthEvent {
  return async ({ kind, userId, method = null, ip, userAgent }) => {
    const network = shortNetwork(ip);
    metrics.authEvent(kind);
    log[kind === 'locked_out' ? 'warn' : 'info']({ kind, userId, method, network }, 'authentication');
    if (userId === null) return;
    try {
      await insertAuthEvent(db, config, { kind, userId, method, ip, userAgent });
    } catch (error) {
      log.warn({ err: error, kind }, 'an event of the authentication was not written down');
    }
  };
}

export async function insertAuthEvent(db: Db | Tx, { authLogDays }: Pick<Config, 'authLogDays'>, { kind, userId, method = null, ip, userAgent }: NewAuthEvent & { userId: string }): Promise<void> {
  const agent = userAgent.slice(0, longestUserAgent);
  await db.insertInto('auth_events').values({
    user_id: userId, kind, method, network: shortNetwork(ip), user_agent: isStorable(agent) ? agent : '', expires_at: new Date(Date.now() + authLogDays * day),
  }).execute();
}

export const newestAuthEvents = (db: Db, userId: string): Promise<Selectable<AuthEventsTable>[]> =>
  db.selectFrom('auth_events').selectAll().where('user_id', '=', userId).where('expires_at', '>', new Date()).orderBy('id', 'desc').limit(mostShown).execute();

export async function authEventsOf(db: Db, userId: string): Promise<{ events: AuthEvent[] }> {
  return { events: (await newestAuthEvents(db, userId)).map(toEvent) };
}

const isMethod = (method: string | null): method is SignInMethod => (signInMethods as readonly (string | null)[]).includes(method);

const toEvent = ({ id, kind, method, user_agent: agent, network, created_at: at }: Selectable<AuthEventsTable>): AuthEvent => ({
  id: String(id), kind, method: isMethod(method) ? method : null, device: deviceOf(agent), network: network === '' ? null : network, at: at.toISOString(),
});

export async function deleteOldAuthEvents(db: Db): Promise<void> {
  await deleteInPortions(db, 'auth_events', sql<boolean>`expires_at < ${new Date()}`);
}
