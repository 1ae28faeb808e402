import type { EventType } from '#contract/events.ts';
import type { Tx } from '#server/adapters/database/database.ts';
import { newId } from '#server/app/id.ts';

export interface NewEvent {
  type: EventType;
  resourceId: string;
  /** Whose act caused it; their own clients ignore it. */
  actorId: string | null;
  /** Who is told. */
  userIds: readonly string[];
  /** The organization it is about; members whom it shuts out are not told. */
  orgId: string | null;
  /** Those who are told for themselves, such as recipients, and not as members of the organization. */
  partyIds?: readonly string[];
  data?: Record<string, unknown>;
}

/** Tells people of a change, if and only if the transaction that makes it commits. */
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
