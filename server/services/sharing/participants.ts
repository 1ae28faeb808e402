import type { Delivery } from '#contract/entities/delivery.ts';
import type { AccessRequest, Participant, ResourceKind } from '#contract/entities/sharing.ts';
import { anyOf } from '#server/platform/database/any-of.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import type { AccessRequestRow } from '#server/repositories/access-requests.repository.ts';
import { findDeliveriesAbout } from '#server/repositories/outbox.repository.ts';
import { findVisiblePeople, findNamesWhenShared } from '#server/repositories/avatar-visibility.repository.ts';
import type { User } from '#server/repositories/users.repository.ts';
import { displayName } from '#server/services/transactions/transaction-state.ts';
import { shareKey } from './share-key.ts';
import type { Shareable } from './shareable.ts';

/** The contact address shown: the phone number only if there is no e-mail address. */
const reachOf = ({ email, phone }: User) => ({ email, phone: email === null ? phone : null });

export type Names = Pick<User, 'first_name' | 'last_name'>;
const noNames: Names = { first_name: null, last_name: null };

/**
 * Returns the users as the viewer may know them. A user who has not interacted with the viewer keeps the name under which they
 * were added, so that the response does not reveal whether the address has an account.
 */
export async function namesVisibleTo(db: Db | Tx, viewerId: string, users: readonly User[], named: ReadonlyMap<string, Names>): Promise<User[]> {
  const visible = await findVisiblePeople(db, viewerId, users.map(({ id }) => id));
  return users.map((user) => (visible.has(user.id) ? user : { ...user, ...(named.get(user.id) ?? noNames), avatar: null }));
}

const toParticipant = (user: User, isOwner: boolean, delivery: Delivery | null = null, picture: string | null = null): Participant => ({
  id: user.id,
  ...reachOf(user),
  firstName: user.first_name,
  lastName: user.last_name,
  avatar: picture,
  name: displayName(user),
  role: isOwner ? 'owner' : 'viewer',
  type: 'user',
  isOwner,
  delivery,
});

export async function findUsersById(db: Db | Tx, ids: readonly string[]): Promise<Map<string, User>> {
  const rows = ids.length === 0 ? [] : await db.selectFrom('users').selectAll().where('id', '=', anyOf(ids)).execute();
  return new Map(rows.map((user) => [user.id, user]));
}

/** The viewer of a participant list, and how picture URLs are made. */
interface Onlooker {
  userId: string;
  pictureOf(ref: string | null): string | null;
}

/** The owner first, then the others in the order in which they were added. */
export async function participantsOf(db: Db | Tx, kind: ResourceKind, { id: resourceId, ownerId, sharedWith }: Shareable, { userId: viewerId, pictureOf }: Onlooker): Promise<Participant[]> {
  const ids = [ownerId, ...sharedWith];
  const known = await namesVisibleTo(db, viewerId, [...(await findUsersById(db, ids)).values()], await findNamesWhenShared(db, resourceId));
  const users = new Map(known.map((user) => [user.id, user]));
  const about = (userId: string): string => shareKey({ kind, resourceId, userId });
  const deliveries = await findDeliveriesAbout(db, ids.map(about));
  return ids.flatMap((id) => {
    const user = users.get(id);
    return user ? [toParticipant(user, id === ownerId, deliveries.get(about(id)) ?? null, pictureOf(user.avatar))] : [];
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

/** A person as the history records them. */
export const personOf = (user: User) => ({
  id: user.id, ...reachOf(user), firstName: user.first_name, lastName: user.last_name,
});
