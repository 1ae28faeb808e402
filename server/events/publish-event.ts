import type { EventType } from '#contract/events.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/id.ts';

interface NewEvent {
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
export async function publishEvent(tx: Tx, event: NewEvent): Promise<void> {
  const userIds = [...new Set(event.userIds)];
  if (userIds.length === 0) return;
  await tx
    .insertInto('events')
    .values({
      key: newId(),
      type: event.type,
      resource_id: event.resourceId,
      actor_id: event.actorId,
      user_ids: userIds,
      org_id: event.orgId,
      party_ids: [...(event.partyIds ?? [])],
      data: JSON.stringify(event.data ?? {}),
    })
    .execute();
}
