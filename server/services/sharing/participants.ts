import type { Delivery } from '#contract/entities/recipient.ts';
import type { AccessRequest, Participant, ResourceKind } from '#contract/entities/sharing.ts';
import type { Db, Tx } from '#server/adapters/database/database.ts';
import type { AccessRequestRow } from '#server/repositories/access-requests.repository.ts';
import { findDeliveriesAbout } from '#server/repositories/outbox.repository.ts';
import type { User } from '#server/repositories/users.repository.ts';
import { displayName } from '../transaction-state.ts';
import { aboutGiven } from './share-message.ts';
import type { Shareable } from './shareable.ts';

export const toParticipant = (user: User, isOwner: boolean, delivery: Delivery | null = null): Participant => ({
  id: user.id,
  email: user.email,
  phone: user.phone,
  firstName: user.first_name,
  lastName: user.last_name,
  avatar: null,
  name: displayName(user),
  role: isOwner ? 'owner' : 'viewer',
  type: 'user',
  isOwner,
  delivery,
});

export async function findUsersById(db: Db | Tx, ids: readonly string[]): Promise<Map<string, User>> {
  const rows = ids.length === 0 ? [] : await db.selectFrom('users').selectAll().where('id', 'in', [...ids]).execute();
  return new Map(rows.map((user) => [user.id, user]));
}

/** The owner first, then the others in the order in which they were added. */
export async function participantsOf(db: Db | Tx, kind: ResourceKind, { id: resourceId, ownerId, sharedWith }: Shareable): Promise<Participant[]> {
  const ids = [ownerId, ...sharedWith];
  const users = await findUsersById(db, ids);
  const about = (userId: string): string => aboutGiven({ kind, resourceId, userId });
  const deliveries = await findDeliveriesAbout(db, ids.map(about));
  return ids.flatMap((id) => {
    const user = users.get(id);
    return user ? [toParticipant(user, id === ownerId, deliveries.get(about(id)) ?? null)] : [];
  });
}

export function toAccessRequest(row: AccessRequestRow, user: User, title: string): AccessRequest {
  const { isOwner: _, role: __, delivery: ___, ...person } = toParticipant(user, false);
  return {
    id: row.id,
    requestId: row.id,
    kind: row.kind,
    resourceId: row.resource_id,
    status: row.status,
    title,
    actor: { ...person, role: 'viewer' },
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

/** A person as the history keeps them. */
export const personOf = (user: User) => ({
  id: user.id, email: user.email, phone: user.phone, firstName: user.first_name, lastName: user.last_name,
});
