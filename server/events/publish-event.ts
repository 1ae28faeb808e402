import type { EventType } from '#contract/events.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/id.ts';

export interface NewEvent {
  type: EventType;
  resourceId: string;
  /** The person who caused the event; their own clients ignore it. */
  actorId: string | null;
  /** The recipients of the event. */
  userIds: readonly string[];
  /** The organization it concerns; members to whom it is closed don't get the event. */
  orgId: string | null;
  /** Those who get the event as a party, such as a recipient, not as a member of the organization. */
  partyIds?: readonly string[];
  data?: Record<string, unknown>;
}

/** Publishes an event in the transaction of the change, so that it is sent only if that commits. */
export const publishEvent = (tx: Tx, event: NewEvent): Promise<void> => publishEvents(tx, [event]);

/** In this order, in one statement. */
export async function publishEvents(tx: Tx, events: readonly NewEvent[]): Promise<void> {
  const rows = events.filter(({ userIds }) => userIds.length > 0).map((event) => ({
    key: newId(),
    type: event.type,
    resource_id: event.resourceId,
    actor_id: event.actorId,
    user_ids: [...new Set(event.userIds)],
    org_id: event.orgId,
    party_ids: [...(event.partyIds ?? [])],
    data: JSON.stringify(event.data ?? {}),
  }));
  if (rows.length > 0) await tx.insertInto('events').values(rows).execute();
}
