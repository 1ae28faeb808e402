/** Requests for access to a resource, and the owner's answer. */
import type { AccessRequest, AccessStatus } from '#contract/entities/sharing.ts';
import type { OutputOf } from '#contract/calls/calls.ts';
import { counts } from '#contract/limits/counts.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/app-error.ts';
import { newId } from '#server/platform/id.ts';
import {
  findRequestsOf, findWaitingRequests, insertRequest, lockRequest, setRequestStatus, type AccessRequestRow,
} from '#server/repositories/access-requests.repository.ts';
import { findUserById, type User } from '#server/repositories/users.repository.ts';
import type { Caller } from '../caller.ts';
import type { NotifyConfig } from '#server/services/transactions/transaction-notifications.ts';
import { findUsersById, personOf, toAccessRequest } from './participants.ts';
import type { Shareable, ShareableKind } from './shareable.ts';
import { shareWith, load } from './sharing.service.ts';
import { notifyOfSharing, publishSharingEvent, recordSharing, sendSharingMessage } from './sharing-notices.ts';

export type AccessRequestsService = ReturnType<typeof createAccessRequestsService>;

export function createAccessRequestsService(kind: ShareableKind, { db, config }: { db: Db; config: NotifyConfig }) {
  const find = async (tx: Db | Tx, id: string, caller: Caller, lock: boolean): Promise<Shareable> => {
    const resource = await kind.find(tx, id, caller, lock);
    if (!resource) throw new AppError('not_found');
    return resource;
  };

  async function list(caller: Caller, id: string): Promise<OutputOf<'files.accessRequests'>> {
    const resource = await find(db, id, caller, false);
    const own = await findRequestsOf(db, kind.kind, id, caller.userId);
    const rows = resource.may('share') ? await findWaitingRequests(db, kind.kind, id) : own;
    const users = await findUsersById(db, rows.map((row) => row.user_id));
    // The title is hidden from those who may not read the resource.
    const title = resource.may('read') ? resource.title : '';
    return {
      requests: rows.flatMap((row) => {
        const user = users.get(row.user_id);
        return user ? [toAccessRequest(row, user, title)] : [];
      }),
      status: resource.may('read') ? 'accepted' : (own.at(-1)?.status ?? 'none'),
    };
  }

  async function request(caller: Caller, id: string): Promise<AccessRequest> {
    return db.transaction().execute(async (tx) => {
      const resource = await find(tx, id, caller, true);
      if (resource.may('read')) throw new AppError('conflict', { reason: 'has_access' });
      const earlier = await findRequestsOf(tx, kind.kind, id, caller.userId);
      if (earlier.filter((row) => row.status === 'rejected').length >= counts.accessRejections) throw new AppError('too_many_requests');
      const row = await insertRequest(tx, { id: newId(), kind: kind.kind, resource_id: id, user_id: caller.userId });
      if (!row) throw new AppError('conflict', { reason: 'requested' });
      const user = await accountOf(tx, caller.userId);
      const context = { kind, resource, caller };
      await recordSharing(context, tx, 'access_requested', { user: personOf(user) });
      await publishSharingEvent(context, tx, 'access_requested', [resource.ownerId], { requestId: row.id, user: personOf(user) });
      await notifyOfSharing(tx, context, 'access_requested', [resource.ownerId]);
      const owner = await accountOf(tx, resource.ownerId);
      await sendSharingMessage(context, tx, { template: 'access_requested', to: owner, config, page: kind.sharingPage(id) });
      return toAccessRequest(row, user, '');
    });
  }

  /** A repeated answer changes nothing. The opposite answer throws `conflict`. */
  async function answer(caller: Caller, id: string, requestId: string, status: Exclude<AccessStatus, 'pending'>): Promise<AccessRequest> {
    return db.transaction().execute(async (tx) => {
      const resource = await load(tx, kind, { id, caller, action: 'share', lock: true });
      const row = await lockRequest(tx, kind.kind, id, requestId);
      if (!row) throw new AppError('not_found');
      const user = await accountOf(tx, row.user_id);
      if (row.status !== 'pending' && row.status !== status) throw new AppError('conflict', { status: row.status });
      if (row.status === 'pending') await settle(tx, { caller, resource, row, user, status });
      return toAccessRequest({ ...row, status }, user, resource.title);
    });
  }

  async function settle(tx: Tx, { caller, resource, row, user, status }: {
    caller: Caller; resource: Shareable; row: AccessRequestRow; user: User; status: Exclude<AccessStatus, 'pending'>;
  }): Promise<void> {
    // The title is hidden from a rejected requester.
    const context = { kind, resource: status === 'accepted' ? resource : { ...resource, title: '' }, caller };
    const outcome = `access_request_${status}` as const;
    await setRequestStatus(tx, row.id, status);
    if (status === 'accepted' && !resource.sharedWith.includes(user.id)) await shareWith(context, tx, config, [user], { mail: false });
    await recordSharing({ kind, resource, caller }, tx, outcome, { user: personOf(user) });
    await publishSharingEvent(context, tx, outcome, [user.id], { requestId: row.id });
    await notifyOfSharing(tx, context, outcome, [user.id]);
    await sendSharingMessage(context, tx, { template: outcome, to: user, config, page: kind.page(resource.id) });
  }

  return {
    list, request,
    accept: (caller: Caller, id: string, requestId: string) => answer(caller, id, requestId, 'accepted'),
    reject: (caller: Caller, id: string, requestId: string) => answer(caller, id, requestId, 'rejected'),
  };
}

async function accountOf(tx: Tx, id: string): Promise<User> {
  const user = await findUserById(tx, id);
  if (!user) throw new AppError('not_found');
  return user;
}
