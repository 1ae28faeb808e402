/** Verification of an e-mail address or phone number with a ticket sent there. */
import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { links } from '#contract/limits/links.ts';
import { joinName } from '#contract/person-names.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import { deleteInPortions } from '#server/platform/database/delete-in-portions.ts';
import type { VerificationKind } from '#server/platform/database/tables/sign-in.tables.ts';
import { sendMail } from '#server/outbox/send-mail.ts';
import { sendText } from '#server/outbox/send-text.ts';
import { AppError } from '#server/platform/app-error.ts';
import type { Config } from '#server/platform/config.ts';
import { mailAccountChange } from '#server/identity/account-changes.ts';
import { assertNotFederated } from '#server/identity/federation.ts';
import { answerOf, awaitFirstAttempt } from '#server/outbox/first-attempt.ts';
import { revokeCertificatesOf } from '#server/repositories/certificates.repository.ts';
import { lockKey } from '#server/repositories/lock.ts';
import { moveNotifications } from '#server/repositories/notifications.repository.ts';
import { findUserByEmail, findUserById, findUserByPhone, updateUser, type User } from '#server/repositories/users.repository.ts';
import type { Caller } from '#server/services/caller.ts';
import { verificationKey } from './verification-key.ts';

const mostSent = 5;
const countedFor = 15 * 60 * 1000;

type VerificationConfig = Pick<Config, 'appUrl' | 'connections' | 'locales' | 'smtpUrl' | 'sms'>;
export type VerificationService = ReturnType<typeof createVerificationService>;

export function createVerificationService({ db, config }: { db: Db; config: VerificationConfig }) {
  const firstAttempt = awaitFirstAttempt(db, config);

  async function sendMailTo(caller: Caller, callback: string): Promise<{ late: boolean }> {
    const page = ownPage(config, callback);
    const noticeId = await db.transaction().execute(async (tx) => {
      const user = await requireUser(tx, caller.userId);
      const address = user.pending_email ?? user.email;
      if (address === null) throw new AppError('unable_to_send_email');
      if (user.pending_email === null && user.email_verified) throw new AppError('email_already_verified');
      const link = await ticketLink(tx, page, { user, kind: 'email', address });
      return sendMail(tx, { template: 'email_verification', to: { email: address }, locale: user.locale, locales: config.locales, data: { email: address, account: nameOf(user), link }, about: verificationKey(user.id) });
    });
    return answerOf(await firstAttempt(noticeId), 'unable_to_send_email');
  }

  async function sendTextTo(caller: Caller, callback: string): Promise<{ late: boolean }> {
    const page = ownPage(config, callback);
    const noticeId = await db.transaction().execute(async (tx) => {
      const user = await requireUser(tx, caller.userId);
      if (user.phone === null) throw new AppError('unable_to_send_sms');
      if (user.phone_verified) throw new AppError('phone_already_verified');
      const link = await ticketLink(tx, page, { user, kind: 'phone', address: user.phone });
      return sendText(tx, { template: 'phone_verification', to: user.phone, locale: user.locale, locales: config.locales, data: { account: nameOf(user), link }, about: verificationKey(user.id) });
    });
    return answerOf(await firstAttempt(noticeId), 'unable_to_send_sms');
  }

  async function verifyEmail(userId: string, ticket: string): Promise<void> {
    await db.transaction().execute(async (tx) => {
      const { user, address } = await consumeTicket(tx, 'email', userId, ticket);
      if (address !== (user.pending_email ?? user.email)) throw new AppError('invalid_link');
      assertNotFederated(config.connections, address);
      const holder = await findUserByEmail(tx, address);
      if (holder && holder.id !== user.id) throw new AppError('unable_to_set_email');
      if (user.email !== null && user.email !== address) {
        await revokeCertificatesOf(tx, user.id);
        await mailAccountChange(tx, config, user, { kind: 'email', name: address });
      }
      await updateUser(tx, user.id, { email: address, email_verified: true, pending_email: null });
    });
  }

  async function verifyPhone(userId: string, ticket: string): Promise<void> {
    await db.transaction().execute(async (tx) => {
      const { user, address } = await consumeTicket(tx, 'phone', userId, ticket);
      if (address !== user.phone) throw new AppError('invalid_link');
      await lockKey(tx, `phones/${address}`);
      const holder = await tx.selectFrom('users').select('id').where('phone', '=', address).where('phone_verified', '=', true).executeTakeFirst();
      if (holder && holder.id !== user.id) throw new AppError('unable_to_set_phone');
      // Whoever was asked by this number before it was theirs had a guest account of it.
      const guest = await findUserByPhone(tx, address);
      if (guest && guest.id !== user.id) await moveNotifications(tx, guest.id, user.id);
      await updateUser(tx, user.id, { phone_verified: true });
    });
  }

  return { sendMailTo, sendTextTo, verifyEmail, verifyPhone, sweep: () => deleteOldVerifications(db) };
}

async function requireUser(tx: Tx, id: string): Promise<User> {
  const user = await findUserById(tx, id);
  if (!user) throw new AppError('invalid_token');
  return user;
}

/** Rejects other origins, so that a ticket never reaches a foreign site. */
function ownPage({ appUrl }: VerificationConfig, callback: string): URL {
  const page = URL.canParse(callback, appUrl) ? new URL(callback, appUrl) : null;
  if (page?.origin !== appUrl) throw new AppError('request_validation_error', [{ path: 'body/callback', message: 'Not a page of this installation' }]);
  return page;
}

const hashOf = (ticket: string): Buffer => createHash('sha256').update(ticket).digest();

async function ticketLink(tx: Tx, page: URL, { user, kind, address }: { user: User; kind: VerificationKind; address: string }): Promise<string> {
  await lockKey(tx, `verifications/${user.id}`);
  const { count } = await tx
    .selectFrom('verifications')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('user_id', '=', user.id)
    .where('kind', '=', kind)
    .where('created_at', '>', new Date(Date.now() - countedFor))
    .executeTakeFirstOrThrow();
  if (count >= mostSent) throw new AppError('too_many_requests');
  const ticket = randomBytes(24).toString('base64url');
  await tx.insertInto('verifications').values({
    ticket_hash: hashOf(ticket), user_id: user.id, kind, address, expires_at: new Date(Date.now() + links.verificationLife),
  }).execute();
  const link = new URL(page);
  link.searchParams.set('ticket', ticket);
  link.searchParams.set('verification_type', kind);
  return link.href;
}

/** The account's name for the message, so that nobody verifies their address for another person's account. */
function nameOf({ first_name: first, last_name: last, email, email_verified: isProven, phone }: User): string {
  const name = joinName(first, last);
  const contact = (isProven ? email : null) ?? phone;
  return [name, contact === null ? '' : name === '' ? contact : `(${contact})`].filter((part) => part !== '').join(' ') || 'Countersign';
}

/**
 * Consumes the ticket. Only the account that requested it may: otherwise someone who clicks the link would attach their address
 * to another person's account. The row stays until `countedFor` has passed, because it counts towards the rate limit.
 */
async function consumeTicket(tx: Tx, kind: VerificationKind, userId: string, ticket: string): Promise<{ user: User; address: string }> {
  const row = await tx
    .updateTable('verifications')
    .set({ expires_at: new Date(0) })
    .where('ticket_hash', '=', hashOf(ticket))
    .where('kind', '=', kind)
    .where('expires_at', '>', new Date())
    .returningAll()
    .executeTakeFirst();
  if (!row) throw new AppError('invalid_link');
  // Throwing rolls back the update above.
  if (row.user_id !== userId) throw new AppError('permission_denied');
  return { user: await requireUser(tx, row.user_id), address: row.address };
}

async function deleteOldVerifications(db: Db): Promise<void> {
  await deleteInPortions(db, 'verifications', sql<boolean>`expires_at < ${new Date()} and created_at < ${new Date(Date.now() - countedFor)}`);
}
