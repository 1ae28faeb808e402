import type { Insight, InsightAction, InsightAttributes } from '#contract/entities/insight.ts';
import { insight } from '#contract/entities/insight.ts';
import type { Db, Tx } from '#server/adapters/database/database.ts';
import { newId } from '#server/app/id.ts';
import { findInsights, insertInsight, type InsightRow } from '#server/repositories/insights.repository.ts';
import type { Caller } from './caller.ts';

export interface NewInsight {
  resourceId: string;
  resourceType: Insight['resourceType'];
  action: InsightAction;
  attributes?: InsightAttributes;
}

/** Whose act it was, and from where, as far as that is known. */
export type Actor = Pick<Caller, 'userId' | 'email' | 'phone' | 'firstName' | 'lastName'> & Partial<Pick<Caller, 'ip' | 'userAgent' | 'latlng'>>;

/** Writes a line of history, if and only if the change itself commits. No caller: the installation did it. */
export async function recordInsight(tx: Tx, caller: Actor | null, entry: NewInsight): Promise<void> {
  await insertInsight(tx, {
    id: newId(),
    resource_id: entry.resourceId,
    resource_type: entry.resourceType,
    action: entry.action,
    actor: JSON.stringify(caller ? actorData(caller) : {}),
    attributes: JSON.stringify(entry.attributes ?? {}),
  });
}

const actorData = (caller: Actor) => ({
  id: caller.userId,
  email: caller.email,
  phone: caller.phone,
  firstName: caller.firstName,
  lastName: caller.lastName,
  ip: caller.ip ?? null,
  userAgent: caller.userAgent?.slice(0, 512) ?? null,
  latlng: caller.latlng ?? null,
});

/** Who reads a history: where from and with what others acted is the owner's to know. */
export interface InsightReader {
  userId: string;
  everything: boolean;
}

export async function listInsights(db: Db, resourceId: string, reader: InsightReader): Promise<Insight[]> {
  return (await findInsights(db, resourceId)).map(toInsight).map((line) => (reader.everything || line.actor.id === reader.userId ? line : withoutTraces(line)));
}

const withoutTraces = (line: Insight): Insight => ({ ...line, actor: { ...line.actor, ip: null, userAgent: null, latlng: null } });

export const toInsight = (row: InsightRow): Insight =>
  insight.parse({
    id: row.id,
    resourceId: row.resource_id,
    resourceType: row.resource_type,
    action: row.action,
    actor: row.actor,
    attributes: row.attributes,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.created_at.toISOString(),
  });
