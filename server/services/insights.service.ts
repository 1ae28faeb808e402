import type { Insight, InsightAction, InsightAttributes } from '#contract/entities/insight.ts';
import { insight } from '#contract/entities/insight.ts';
import type { Db, Tx } from '#server/adapters/database/database.ts';
import { newId } from '#server/app/id.ts';
import { findInsights, insertInsight, type InsightRow } from '#server/repositories/insights.repository.ts';
import type { Caller } from './caller.ts';
import type { SigningEvidence } from './signing-evidence.ts';

export interface NewInsight {
  resourceId: string;
  resourceType: Insight['resourceType'];
  action: InsightAction;
  attributes?: InsightAttributes;
  /** Of a signing: for the audit, and in no history that people read. */
  evidence?: SigningEvidence;
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
    attributes: JSON.stringify({ ...entry.attributes, ...(entry.evidence && { evidence: entry.evidence }) }),
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

/** Who reads a history: where from and with what others acted is the owner's to know, and so is who else wants to see it. */
export interface InsightReader {
  userId: string;
  everything: boolean;
}

export async function listInsights(db: Db, resourceId: string, { userId, everything }: InsightReader): Promise<Insight[]> {
  const lines = (await findInsights(db, resourceId)).map(toInsight);
  if (everything) return lines;
  return lines.flatMap((line) => ofReader(line, userId)).map((line) => (line.actor.id === userId ? line : withoutTraces(line)));
}

const ofSharing: ReadonlySet<InsightAction> = new Set(['resource_shared', 'resource_sharing_stopped', 'access_requested', 'access_request_accepted', 'access_request_rejected']);

/** Of sharing only what concerns the reader, and nobody else whom it was shared with in one act. */
function ofReader(line: Insight, userId: string): Insight[] {
  if (!ofSharing.has(line.action) || line.actor.id === userId || line.attributes.user?.id === userId) return [line];
  const users = line.attributes.users.filter(({ id }) => id === userId);
  return users.length > 0 ? [{ ...line, attributes: { ...line.attributes, users } }] : [];
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
