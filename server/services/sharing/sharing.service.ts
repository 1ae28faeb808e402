/** Sharing a resource, revoking access and changing its owner. One service for every kind of resource. */
import type { ChangeOwnerBody, NewParticipant, Participant, ShareBody } from '#contract/entities/sharing.ts';
import { counts } from '#contract/limits/counts.ts';
import { lengths } from '#contract/limits/lengths.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/app-error.ts';
import { revokeMagicCodes } from '#server/identity/magic-code.ts';
import { findMember } from '#server/repositories/organizations.repository.ts';
import { findReferencablePeople, findNamesWhenShared } from '#server/repositories/avatar-visibility.repository.ts';
import { settleRequests } from '#server/repositories/access-requests.repository.ts';
import { findOrCreateGuest, findUserById, type Reach, type User } from '#server/repositories/users.repository.ts';
import type { Caller } from '../caller.ts';
import type { NotifyConfig } from '#server/services/transactions/transaction-notifications.ts';
import { refusalIn } from '#server/services/organizations/organization-access.ts';
import type { StorageQuota } from '#server/services/storage/storage-quota.ts';
import { peopleOfTeams } from '#server/services/organizations/team-members.ts';
import { avatarUrl, type UploadsService } from '#server/services/storage/uploads.service.ts';
import { namesVisibleTo, findUsersById, participantsOf, personOf, type Names } from './participants.ts';
import type { Shareable, ShareableKind, SharingAction } from './shareable.ts';
import { notifyOfSharing, publishSharingEvent, recordSharing, sharingPurpose, sendSharingMessage, type SharingContext } from './sharing-notices.ts';

interface SharingDependencies {
  db: Db;
  config: NotifyConfig;
  uploads: Pick<UploadsService, 'download'>;
  quota: Pick<StorageQuota, 'assertWithin'>;
}

export type SharingService = ReturnType<typeof createSharingService>;

export function createSharingService(kind: ShareableKind, { db, config, uploads, quota }: SharingDependencies) {
  const shown = (on: Db | Tx, resource: Shareable, { userId }: Caller): Promise<Participant[]> =>
    participantsOf(on, kind.kind, resource, { userId, pictureOf: (ref) => avatarUrl(uploads, ref) });

  async function participants(caller: Caller, id: string): Promise<Participant[]> {
    return shown(db, await load(db, kind, { id, caller, action: 'readSharing' }), caller);
  }

  async function share(caller: Caller, id: string, input: ShareBody): Promise<Participant[]> {
    return db.transaction().execute(async (tx) => {
      const resource = await load(tx, kind, { id, caller, action: 'share', lock: true });
      const { people, named } = await accountsOf(tx, input.participants.filter((each) => each.type === 'user'), caller);
      const team = await teamOf(tx, input.participants.filter((each) => each.type === 'team'), caller);
      if (people.some((user) => user.id === resource.ownerId)) throw new AppError('match_user');
      const added = [...people, ...team.filter((user) => user.id !== resource.ownerId)].filter((user, index, all) => !resource.sharedWith.includes(user.id) && all.findIndex((each) => each.id === user.id) === index);
      if (added.length === 0) return shown(tx, resource, caller);
      if (resource.sharedWith.length + added.length > counts.participants) throw new AppError('limit_exceeded', { maximum: counts.participants });
      await shareWith({ kind, resource, caller }, tx, config, added, { message: input.message, named });
      return shown(tx, { ...resource, sharedWith: [...resource.sharedWith, ...added.map((user) => user.id)] }, caller);
    });
  }

  async function stopSharing(caller: Caller, id: string, userIds: readonly string[]): Promise<Participant[]> {
    return db.transaction().execute(async (tx) => {
      const resource = await load(tx, kind, { id, caller, action: 'stopSharing', lock: true });
      if (!resource.may('share') && userIds.some((each) => each !== caller.userId)) throw new AppError('permission_denied');
      const removed = resource.sharedWith.filter((each) => userIds.includes(each));
      const left = { ...resource, sharedWith: resource.sharedWith.filter((each) => !removed.includes(each)) };
      if (removed.length > 0) await unshare({ kind, resource, caller }, tx, left.sharedWith, removed);
      return resource.may('share') ? shown(tx, left, caller) : [];
    });
  }

  async function changeOwner(caller: Caller, id: string, { userId, reason }: ChangeOwnerBody): Promise<Participant[]> {
    if (reason.length > lengths.reason) throw new AppError('reason_too_large');
    return db.transaction().execute(async (tx) => {
      const resource = await load(tx, kind, { id, caller, action: 'changeOwner', lock: true });
      const user = await successor(tx, resource, userId);
      await kind.setOwner(tx, resource, user.id);
      // A resource of an organization stays in it and counts against its quota.
      if (resource.orgId === null) await quota.assertWithin(tx, user.id);
      const context = { kind, resource, caller };
      await recordSharing(context, tx, 'owner_changed', { newOwner: personOf(user), reason: reason || null });
      await publishSharingEvent(context, tx, 'resource_shared', [user.id, resource.ownerId], { role: 'owner', ownerId: user.id });
      await notifyOfSharing(tx, context, 'owner_changed', [user.id]);
      await sendSharingMessage(context, tx, { template: 'owner_changed', to: user, config, page: kind.page(id), message: reason });
      const now = await load(tx, kind, { id, caller, action: 'readSharing' });
      return shown(tx, now, caller);
    });
  }

  return { participants, share, stopSharing, changeOwner };
}

interface Access {
  id: string;
  caller: Caller;
  action: SharingAction;
  lock?: boolean;
}

/** Returns the resource, or throws if the caller may not perform `action`. */
export async function load(db: Db | Tx, kind: ShareableKind, { id, caller, action, lock = false }: Access): Promise<Shareable> {
  const resource = await kind.find(db, id, caller, lock);
  if (!resource) throw new AppError('not_found');
  if (!resource.may(action)) throw refusalIn(caller, resource.orgId);
  return resource;
}

interface Giving {
  message?: string;
  mail?: boolean;
  /** The names under which the people were added, by user id. */
  named?: ReadonlyMap<string, Names>;
}

/** Grants access to these people. `mail`: whether to notify them, too. */
export async function shareWith(context: SharingContext, tx: Tx, config: NotifyConfig, added: readonly User[], { message = '', mail = true, named = new Map<string, Names>() }: Giving = {}): Promise<void> {
  const { kind, resource } = context;
  const ids = added.map((user) => user.id);
  await kind.setSharedWith(tx, resource.id, [...resource.sharedWith, ...ids]);
  await settleRequests(tx, kind.kind, resource.id, ids);
  await recordSharing(context, tx, 'resource_shared', { users: (await namesVisibleTo(tx, context.caller.userId, added, named)).map(personOf) });
  await publishSharingEvent(context, tx, 'resource_shared', ids, { role: 'viewer', ownerId: resource.ownerId });
  if (!mail) return;
  await notifyOfSharing(tx, context, 'resource_shared', ids);
  for (const user of added) await sendSharingMessage(context, tx, { template: 'resource_shared', to: user, config, page: kind.page(resource.id), message });
}

async function unshare(context: SharingContext, tx: Tx, left: readonly string[], removed: readonly string[]): Promise<void> {
  const { kind, resource } = context;
  await kind.setSharedWith(tx, resource.id, left);
  for (const userId of removed) await revokeMagicCodes(tx, [sharingPurpose(context)], userId);
  const users = await namesVisibleTo(tx, context.caller.userId, [...(await findUsersById(tx, removed)).values()], await findNamesWhenShared(tx, resource.id));
  await recordSharing(context, tx, 'resource_sharing_stopped', { users: users.map(personOf) });
  await publishSharingEvent(context, tx, 'resource_sharing_stopped', [...removed, resource.ownerId], { users: removed });
  await notifyOfSharing(tx, context, 'sharing_stopped', removed);
}

/** Returns all members of these teams. */
async function teamOf(tx: Tx, teams: readonly NewParticipant[], caller: Caller): Promise<User[]> {
  const ids = teams.flatMap(({ id }) => id ?? []);
  if (ids.length < teams.length) throw new AppError('fields_empty');
  const people = await peopleOfTeams(tx, ids, caller);
  if (people === null) throw new AppError('not_found', { teamIds: ids });
  return [...(await findUsersById(tx, people)).values()];
}

/** Returns the accounts of the named people, and the names used for them. Creates guest accounts where none exist. */
async function accountsOf(tx: Tx, people: readonly NewParticipant[], caller: Caller): Promise<{ people: User[]; named: Map<string, Names> }> {
  const accounts: User[] = [];
  const named = new Map<string, Names>();
  const nameable = await findReferencablePeople(tx, caller.userId, people.flatMap(({ id }) => id ?? []));
  for (const person of people) {
    if (person.id) {
      // A bare id must belong to somebody the caller already knows: the response reveals their address.
      const user = nameable.has(person.id) ? await findUserById(tx, person.id) : undefined;
      if (!user) throw new AppError('not_found', { userId: person.id });
      accounts.push(user);
      continue;
    }
    const user = await findOrCreateGuest(tx, { ...reachOf(person), firstName: person.firstName, lastName: person.lastName, locale: person.locale ?? caller.locale });
    accounts.push(user);
    named.set(user.id, { first_name: person.firstName, last_name: person.lastName });
  }
  return { people: accounts, named };
}

function reachOf({ email, phone }: NewParticipant): Reach {
  if (email) return { email };
  if (phone) return { email: null, phone };
  throw new AppError('fields_empty');
}

/** The new owner must already have access and be able to own resources. */
async function successor(tx: Tx, resource: Shareable, userId: string): Promise<User> {
  if (userId === resource.ownerId) throw new AppError('match_user');
  const user = resource.sharedWith.includes(userId) ? await findUserById(tx, userId) : undefined;
  if (!user) throw new AppError('request_validation_error', [{ path: 'body/userId', message: 'This is no participant' }]);
  if (user.type === 'guest') throw new AppError('permission_denied', { reason: 'guest' });
  // A resource of an organization may only pass to an active member of it.
  const member = resource.orgId === null ? null : await findMember(tx, resource.orgId, user.id);
  if (member !== null && member?.status !== 'active') throw new AppError('permission_denied', { reason: 'organization' });
  return user;
}
