import type { ActivityKind } from '#contract/entities/activity.ts';
import type { Insight, InsightAction, InsightAttributes } from '#contract/entities/insight.ts';
import { insight } from '#contract/entities/insight.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/id.ts';
import { insertTransactionActivity } from '#server/repositories/activity.repository.ts';
import { findInsights, insertInsights, type InsightRow } from '#server/repositories/insights.repository.ts';
import type { Caller } from '#server/services/caller.ts';
import type { SigningEvidence } from '#server/services/signing/signing-evidence.ts';

export interface NewInsight {
  resourceId: string;
  resourceType: Insight['resourceType'];
  action: InsightAction;
  attributes?: InsightAttributes;
  /** Evidence of a signing: used by the audit, never shown in a history. */
  evidence?: SigningEvidence;
}

/** What counts as activity of the organization that a request belongs to. */
const kindOf: Partial<Record<InsightAction, ActivityKind>> = {
  transaction_started: 'sent', transaction_completed: 'completed', transaction_declined_by_recipient: 'declined', transaction_expired: 'expired', transaction_canceled: 'canceled',
  send_approval_requested: 'approval_requested', send_approval_given: 'approved', send_approval_returned: 'returned',
};

/** What a change of public access is called in the history. */
export const accessChange = (isPublic: boolean): InsightAction => (isPublic ? 'resource_published' : 'resource_unpublished');

/** Who acted, and from where, if known. */
export type Actor = Pick<Caller, 'userId' | 'email' | 'phone' | 'firstName' | 'lastName'> & Partial<Pick<Caller, 'ip' | 'userAgent' | 'latlng'>>;

/** Appends an entry to the history in the transaction of the change. `caller` is null if the installation acted. */
export async function recordInsight(tx: Tx, caller: Actor | null, entry: NewInsight): Promise<void> {
  await recordInsights(tx, caller, [entry]);
}

/** Entries of different resources, in one statement. */
export async function recordInsights(tx: Tx, caller: Actor | null, entries: readonly NewInsight[]): Promise<void> {
  if (entries.length === 0) return;
  await insertTransactionActivity(tx, entries.flatMap(({ action, resourceId }) => (kindOf[action] ? [{ kind: kindOf[action], actorId: caller?.userId ?? null, transactionId: resourceId }] : [])));
  const actor = JSON.stringify(caller ? actorData(caller) : {});
  await insertInsights(tx, entries.map(({ resourceId, resourceType, action, attributes, evidence }) => ({
    id: newId(), resource_id: resourceId, resource_type: resourceType, action, actor, attributes: JSON.stringify({ ...attributes, ...(evidence && { evidence }) }),
  })));
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

/** The reader of a history. Only the owner (`everything`) sees other people's IP addresses and devices, and who else requests access. */
interface InsightReader {
  userId: string;
  everything: boolean;
}

export async function listInsights(db: Db, resourceId: string, { userId, everything }: InsightReader): Promise<Insight[]> {
  const lines = (await findInsights(db, resourceId)).map(toInsight);
  if (everything) return lines;
  return lines.flatMap((line) => ofReader(line, userId)).map((line) => (line.actor.id === userId ? line : withoutTraces(line)));
}

const ofSharing: ReadonlySet<InsightAction> = new Set(['resource_shared', 'resource_sharing_stopped', 'access_requested', 'access_request_accepted', 'access_request_rejected']);

/** What the sender did for one recipient, and how that one came in. */
const ofRecipient: ReadonlySet<InsightAction> = new Set(['attachment_added', 'attachment_removed', 'access_code_changed', 'access_code_locked', 'access_code_entered', 'access_code_sent', 'signing_link_copied', 'transaction_reminded_automatically']);

/** History entries that are only for the sender's organization. */
const ofSending: ReadonlySet<InsightAction> = new Set(['send_approval_requested', 'send_approval_given', 'send_approval_returned', 'send_approval_withdrawn', 'send_approval_voided']);

/** Limits these entries to those that concern the reader, and hides the other users of the same action. */
function ofReader(line: Insight, userId: string): Insight[] {
  if (ofRecipient.has(line.action)) return line.attributes.user?.id === userId ? [line] : [];
  if (ofSending.has(line.action) && line.actor.id !== userId && line.attributes.user?.id !== userId) return [];
  if (!ofSharing.has(line.action) || line.actor.id === userId || line.attributes.user?.id === userId) return [line];
  const users = line.attributes.users.filter(({ id }) => id === userId);
  return users.length > 0 ? [{ ...line, attributes: { ...line.attributes, users } }] : [];
}

const withoutTraces = (line: Insight): Insight => ({ ...line, actor: { ...line.actor, ip: null, userAgent: null, latlng: null }, attributes: { ...line.attributes, transactionId: null } });

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
