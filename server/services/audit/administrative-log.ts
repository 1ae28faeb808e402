/**
 * The audit log of administrative actions: by operators at the command line, and by administrators of organizations. Each entry
 * holds an HMAC-SHA-256 over itself and the previous entry's hash. The key is not in the database, so a change made in the table
 * alone is detected.
 */
import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Tx } from '#server/platform/database/database.ts';
import { lockKey } from '#server/repositories/lock.ts';

const administrativeActions = [
  'organization_created', 'organization_changed', 'organization_deleted', 'member_invited', 'member_removed', 'admin_made', 'admin_cancelled',
  'team_created', 'team_changed', 'team_deleted', 'team_member_removed', 'application_created', 'application_changed', 'application_deleted',
  'account_deleted', 'user_signed_out', 'second_factor_removed', 'plan_set', 'flag_set', 'promo_code_added', 'promo_code_ended', 'key_rotated', 'backup_made', 'backup_restored', 'purged', 'documents_encrypted',
] as const;
export type AdministrativeAction = (typeof administrativeActions)[number];

/**
 * Name of the HMAC key in the vault, and of the lock that orders entries. Installations store the key under it, and nodes of the
 * previous version take the same lock.
 */
export const administrativeLogKey = 'administrative_acts';

interface NewAction {
  action: AdministrativeAction;
  /** A user's id; or `operator:` and the name of the person who runs the command line; or `schedule`. */
  actor: string;
  /** The id of the object of the action. */
  subject: string;
  details?: Record<string, unknown>;
}

export interface AdministrativeLog {
  /** Appends an entry. Runs in the transaction of the action, so the entry exists if and only if the action commits. */
  record(tx: Tx, action: NewAction): Promise<void>;
  /** Verifies the whole chain. `broken` is the number of the first altered entry, or null. */
  verify(db: Db): Promise<{ checked: number; broken: string | null }>;
}

type Row = Awaited<ReturnType<typeof page>>[number];

const noPrevious = Buffer.alloc(32);
const atOnce = 1000;

export function createAdministrativeLog(key: Buffer): AdministrativeLog {
  const hashOf = (previous: Buffer, row: Pick<Row, 'number' | 'action' | 'actor' | 'subject' | 'details' | 'done_at'>): Buffer =>
    createHmac('sha256', key).update(previous)
      .update(JSON.stringify([row.number, row.action, row.actor, row.subject, ordered(row.details), row.done_at.toISOString()])).digest();

  async function record(tx: Tx, { action, actor, subject, details = {} }: NewAction): Promise<void> {
    await lockKey(tx, administrativeLogKey);
    const last = await tx.selectFrom('administrative_actions').select(['number', 'hash']).orderBy('number', 'desc').limit(1).executeTakeFirst();
    const previous = last?.hash ?? noPrevious;
    const row = { number: String(BigInt(last?.number ?? 0) + 1n), action, actor, subject, details, done_at: new Date() };
    await tx
      .insertInto('administrative_actions')
      .values({ ...row, details: JSON.stringify(details), previous_hash: previous, hash: hashOf(previous, row) })
      .execute();
  }

  async function verify(db: Db): Promise<{ checked: number; broken: string | null }> {
    let previous: Buffer = noPrevious;
    let number = 0n;
    for (;;) {
      const rows = await page(db, String(number));
      for (const row of rows) {
        number += 1n;
        const sound = row.number === String(number) && row.previous_hash.equals(previous) && row.hash.equals(hashOf(previous, row));
        if (!sound) return { checked: Number(number), broken: row.number };
        previous = row.hash;
      }
      if (rows.length < atOnce) return { checked: Number(number), broken: null };
    }
  }

  return { record, verify };
}

const page = (db: Db, after: string) =>
  db.selectFrom('administrative_actions').selectAll().where('number', '>', after).orderBy(sql`number`).limit(atOnce).execute();

/** Sorts object keys before hashing: `jsonb` does not preserve their order. */
function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, each]) => [name, ordered(each)]));
}
