/** The list of a person's notifications. What they are about is read now, with the rights that the person has now. */
import type { CallBody } from '#contract/calls/define.ts';
import type { OutputOf } from '#contract/calls/calls.ts';
import type { notificationsCalls } from '#contract/calls/notifications.calls.ts';
import { ruleOfMessage } from '#contract/entities/notification-messages.ts';
import type { Notification, NotificationSource } from '#contract/entities/notification.ts';
import { counts } from '#contract/limits/counts.ts';
import { may, readsOnlyAsPublic } from '#contract/permissions/transaction.permissions.ts';
import { anyOf } from '#server/platform/database/any-of.ts';
import type { Db } from '#server/platform/database/database.ts';
import {
  countNotifications, countUnread, deleteExcessNotifications, deleteNotificationsBefore, findNamedSources, findNewestNotification, findOwnOrganizations, listNotifications, markRead, type NotificationRow,
} from '#server/repositories/notifications.repository.ts';
import { viewerOf, type Caller } from '#server/services/caller.ts';
import { administers, effectiveAccess } from '#server/services/organizations/organization-access.ts';
import { findStates, viewOf } from '#server/services/transactions/transaction-state.ts';

type Body = Notification['source']['body'];
type Person = Notification['user'];
/** By id. What is not in it the reader may not see. */
type Bodies = ReadonlyMap<string, Body>;

const day = 24 * 60 * 60 * 1000;
/** Milliseconds. */
const notificationRetentionMs = 90 * day;
/** Milliseconds; longer than from one nightly run to the next. */
const trimmedMs = 2 * day;

export type NotificationsService = ReturnType<typeof createNotificationsService>;

export function createNotificationsService({ db }: { db: Db }) {
  async function list(caller: Caller, before: string | undefined): Promise<OutputOf<'notifications.list'>> {
    const [rows, total, unread] = await Promise.all([listNotifications(db, caller.userId, before), countNotifications(db, caller.userId), countUnread(db, caller.userId)]);
    const page = rows.slice(0, counts.notificationsPage);
    return { notifications: await describe(db, caller, page), total, unread, lastKey: rows.length > page.length ? (page.at(-1)?.id ?? null) : null };
  }

  async function read({ userId }: Caller, { ids, about, upTo }: CallBody<(typeof notificationsCalls)['notifications.read']>): Promise<OutputOf<'notifications.read'>> {
    return db.transaction().execute(async (tx) => {
      await markRead(tx, userId, { ids, about: about ?? null, upTo: upTo ?? null });
      return { unread: await countUnread(tx, userId) };
    });
  }

  return {
    list, read,
    unread: async ({ userId }: Caller): Promise<OutputOf<'notifications.unread'>> => ({ unread: await countUnread(db, userId), newest: await findNewestNotification(db, userId) }),
  };
}

/** The nightly job: old ones go, and of each person's the oldest beyond the number that is kept. */
export async function deleteOldNotifications(db: Db, now = Date.now()): Promise<void> {
  await deleteNotificationsBefore(db, new Date(now - notificationRetentionMs));
  await deleteExcessNotifications(db, new Date(now - trimmedMs));
}

/** With the rights that the caller has now. */
export async function describe(db: Db, caller: Caller, rows: readonly NotificationRow[]): Promise<Notification[]> {
  const idsOf = (kind: NotificationSource): string[] => [...new Set(rows.filter((row) => row.source_kind === kind).map((row) => row.source_id))];
  const [{ bodies: transactions, recipients }, files, templates, bulks, organizations, accounts] = await Promise.all([
    readTransactions(db, caller, idsOf('transaction')), readNamed(db, caller, 'file', idsOf('file')), readNamed(db, caller, 'template', idsOf('template')),
    readNamed(db, caller, 'bulk', idsOf('bulk')), readOrganizations(db, caller, idsOf('organization')), readAccounts(db, rows.flatMap((row) => row.person_id ?? [])),
  ]);
  const bodies: Record<NotificationSource, Bodies> = { transaction: transactions, file: files, template: templates, bulk: bulks, organization: organizations };
  return rows.map((row) => ({
    id: row.id, action: ruleOfMessage(row.code).action, message: { code: row.code }, new: row.is_new, timestamp: row.created_at.toISOString(),
    source: { kind: row.source_kind, body: bodies[row.source_kind].get(row.source_id) ?? null },
    user: (row.recipient_id === null ? accounts.get(row.person_id ?? '') : recipients.get(row.recipient_id)) ?? null,
  }));
}

/**
 * The requests that the caller may open, with their titles if they may read them, which before the access code they may not. The
 * names of recipients are shown to those who read the request.
 */
async function readTransactions(db: Db, caller: Caller, ids: readonly string[]): Promise<{ bodies: Bodies; recipients: ReadonlyMap<string, Person> }> {
  const [bodies, recipients] = [new Map<string, Body>(), new Map<string, Person>()];
  const viewer = viewerOf(caller);
  for (const state of ids.length === 0 ? [] : await findStates(db, ids)) {
    const { row } = state;
    if (row.deleted_at !== null) continue;
    const view = viewOf(state, caller, await administers(db, row.org_id, caller));
    const isReadable = may(view, viewer, 'read');
    if (isReadable || may(view, viewer, 'unlock')) bodies.set(row.id, { id: row.id, title: isReadable ? row.name : null, inviteId: null });
    if (isReadable && !readsOnlyAsPublic(view, viewer)) for (const each of state.recipients) recipients.set(each.id, personOf(each));
  }
  return { bodies, recipients };
}

async function readNamed(db: Db, caller: Caller, kind: 'file' | 'template' | 'bulk', ids: readonly string[]): Promise<Bodies> {
  const rows = (await findNamedSources(db, kind, ids)).filter((row) => {
    const { ownerId, sharedWith } = effectiveAccess(row, caller);
    return ownerId === caller.userId || sharedWith.includes(caller.userId);
  });
  return new Map(rows.map(({ id, title }) => [id, { id, title, inviteId: null }]));
}

async function readOrganizations(db: Db, { userId }: Caller, ids: readonly string[]): Promise<Bodies> {
  return new Map((await findOwnOrganizations(db, userId, ids)).map((row) => [row.id, row]));
}

async function readAccounts(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, Person>> {
  const rows = ids.length === 0 ? [] : await db.selectFrom('users').select(['id', 'first_name', 'last_name', 'email', 'phone']).where('id', '=', anyOf(ids)).execute();
  return new Map(rows.map(({ id, ...row }) => [id, personOf(row)]));
}

/** By name, or else by the address, as the mails call them. */
function personOf({ first_name: firstName, last_name: lastName, email, phone }: { first_name: string | null; last_name: string | null; email: string | null; phone: string | null }): Person {
  const isNamed = Boolean(firstName ?? lastName);
  return { firstName, lastName, email: isNamed ? null : email, phone: isNamed || email !== null ? null : phone };
}
