/**
 * "That wasn't me": a change that could lead to an account takeover is reported to the address known before, with a
 * link that reverts it. Reverting also undoes every change made since then, because the person states that none of
 * them was theirs.
 */
import { createHash, randomBytes } from 'node:crypto';
import { sql, type Selectable } from 'kysely';
import type { AccountChange, AccountChangeKind } from '#contract/entities/account-change.ts';
import { links } from '#contract/limits/links.ts';
import { ownRoutes } from '#contract/routes.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import { deleteInPortions } from '#server/platform/database/delete-in-portions.ts';
import type { AccountChangesTable } from '#server/platform/database/tables/sign-in.tables.ts';
import type { MailData } from '#server/adapters/mail/mail-templates.ts';
import { sendMail } from '#server/outbox/send-mail.ts';
import { AppError } from '#server/platform/app-error.ts';
import type { Config } from '#server/platform/config.ts';
import { moveNotifications } from '#server/repositories/notifications.repository.ts';
import { revokeCertificatesOf } from '#server/repositories/certificates.repository.ts';
import { findUserByEmail, updateUser, type User } from '#server/repositories/users.repository.ts';
import { forgetDevices } from './known-devices.ts';
import { endSessions } from './sessions.ts';

type ChangeRow = Selectable<AccountChangesTable>;
export type ChangeConfig = Pick<Config, 'appUrl' | 'locales'>;

/** `name`: the name of what was added; for a change of address, the new address. */
interface MailedChange {
  kind: AccountChangeKind;
  name?: string;
}

const templates = {
  email: 'email_changed', password: 'password_changed', passkey: 'passkey_added', application: 'application_added',
  second_factor: 'second_factor_added', second_factor_removed: 'second_factor_removed',
} as const satisfies Record<AccountChangeKind, keyof MailData>;

const hashOf = (ticket: string): Buffer => createHash('sha256').update(ticket).digest();

/**
 * Sends the notice in the transaction of the change. `user` is the row before the change. Does nothing without a
 * verified address.
 */
export async function mailAccountChange(tx: Tx, { appUrl, locales }: ChangeConfig, user: User | undefined, { kind, name = '' }: MailedChange): Promise<void> {
  if (!user || user.email === null || !user.email_verified) return;
  const ticket = randomBytes(24).toString('base64url');
  await tx.insertInto('account_changes').values({
    ticket_hash: hashOf(ticket), user_id: user.id, kind, address: user.email, expires_at: new Date(Date.now() + links.accountChangeLife),
  }).execute();
  const link = new URL(ownRoutes.accountChange, appUrl);
  link.searchParams.set('ticket', ticket);
  await sendMail(tx, { template: templates[kind], to: { email: user.email }, locale: user.locale, locales, data: { account: user.email, name, link: link.href } });
}

export type AccountChanges = ReturnType<typeof createAccountChanges>;

export function createAccountChanges(db: Db) {
  async function read(ticket: string): Promise<AccountChange> {
    const row = await openChanges(db).where('ticket_hash', '=', hashOf(ticket)).executeTakeFirst();
    if (!row) throw new AppError('invalid_link');
    return { kind: row.kind, address: row.address, changedAt: row.created_at.toISOString() };
  }

  async function undo(ticket: string): Promise<{ address: string }> {
    return db.transaction().execute(async (tx) => {
      const row = await openChanges(tx).where('ticket_hash', '=', hashOf(ticket)).forUpdate().executeTakeFirst();
      const user = row && (await tx.selectFrom('users').selectAll().where('id', '=', row.user_id).forUpdate().executeTakeFirst());
      if (!user) throw new AppError('invalid_link');
      await putAddressBack(tx, user, row.address);
      await removeAddedSince(tx, row);
      await endSessions(tx, user.id);
      await forgetDevices(tx, user.id);
      // The links of later notices have nothing left to undo.
      await tx.updateTable('account_changes').set({ used_at: new Date() }).where('user_id', '=', user.id).where('created_at', '>=', row.created_at).execute();
      return { address: row.address };
    });
  }

  return { read, undo };
}

const openChanges = (db: Db | Tx) => db.selectFrom('account_changes').selectAll().where('used_at', 'is', null).where('expires_at', '>', new Date());

async function putAddressBack(tx: Tx, user: User, address: string): Promise<void> {
  await tx.updateTable('verifications').set({ expires_at: new Date(0) }).where('user_id', '=', user.id).execute();
  if (user.email === address) {
    await updateUser(tx, user.id, { pending_email: null });
    return;
  }
  await freeAddress(tx, user, address);
  if (user.email !== null) await tx.deleteFrom('one_time_codes').where('email', '=', user.email).execute();
  await revokeCertificatesOf(tx, user.id);
  await updateUser(tx, user.id, { email: address, email_verified: true, pending_email: null });
}

/**
 * Makes the old address available again. Since the change, a request sent to the address or a sign-in with it may
 * have created another account. If that account is empty, it loses the address, and its links move to the restored
 * account, to whose mailbox they were sent. Throws `unable_to_set_email` if the account owns anything.
 */
async function freeAddress(tx: Tx, user: User, address: string): Promise<void> {
  const holder = await findUserByEmail(tx, address);
  if (!holder || holder.id === user.id) return;
  if (await ownsAnything(tx, holder.id)) throw new AppError('unable_to_set_email');
  await endSessions(tx, holder.id);
  await updateUser(tx, holder.id, { email: null, email_verified: false });
  await tx.updateTable('magic_codes').set({ user_id: user.id }).where('user_id', '=', holder.id).where('email', '=', address).execute();
  await moveNotifications(tx, holder.id, user.id);
}

async function ownsAnything(tx: Tx, userId: string): Promise<boolean> {
  const { rows: [found] } = await sql<{ owns: boolean }>`
    select exists (select from files where owner_id = ${userId}) or exists (select from transactions where owner_id = ${userId})
      or exists (select from templates where owner_id = ${userId}) or exists (select from organizations where owner_id = ${userId} and deleted_at is null)
      or exists (select from members where user_id = ${userId} and status = 'active') as owns`.execute(tx);
  return found?.owns ?? false;
}

/** Compares times of the database's clock only; the time of the change is read from its row. */
async function removeAddedSince(tx: Tx, { user_id: userId, ticket_hash: ticket }: ChangeRow): Promise<void> {
  const since = tx.selectFrom('account_changes').select('created_at').where('ticket_hash', '=', ticket);
  await tx.deleteFrom('passwords').where('user_id', '=', userId).where('updated_at', '>=', since).execute();
  await tx.deleteFrom('passkeys').where('user_id', '=', userId).where('created_at', '>=', since).execute();
  await tx.deleteFrom('second_factors').where('user_id', '=', userId).where('confirmed_at', '>=', since).execute();
  await tx.deleteFrom('applications').where('owner_id', '=', userId).where('created_at', '>=', since).execute();
}

export async function deleteEndedChanges(db: Db): Promise<void> {
  await deleteInPortions(db, 'account_changes', sql<boolean>`expires_at < ${new Date()}`);
}
