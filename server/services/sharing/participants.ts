import type { AccessRequest, Participant } from '#contract/entities/sharing.ts';
import type { Db, Tx } from '#server/adapters/database/database.ts';
import type { AccessRequestRow } from '#server/repositories/access-requests.repository.ts';
import type { User } from '#server/repositories/users.repository.ts';
import { displayName } from '../transaction-state.ts';
import type { Shareable } from './shareable.ts';

export const toParticipant = (user: User, isOwner: boolean): Participant => ({
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
});

export async function findUsersById(db: Db | Tx, ids: readonly string[]): Promise<Map<string, User>> {
  const rows = ids.length === 0 ? [] : await db.selectFrom('users').selectAll().where('id', 'in', [...ids]).execute();
  return new Map(rows.map((user) => [user.id, user]));
}

/** The owner first, then the others in the order in which they were added. */
export async function participantsOf(db: Db | Tx, { ownerId, sharedWith }: Shareable): Promise<Participant[]> {
  const users = await findUsersById(db, [ownerId, ...sharedWith]);
  return [ownerId, ...sharedWith].flatMap((id) => {
    const user = users.get(id);
    return user ? [toParticipant(user, id === ownerId)] : [];
  });
}

export function toAccessRequest(row: AccessRequestRow, user: User, title: string): AccessRequest {
  const { isOwner: _, role: __, ...person } = toParticipant(user, false);
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
