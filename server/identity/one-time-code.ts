/** Six digits in a mail: ten minutes, five tries, for the one sign-in that asked for them. */
import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { links } from '#contract/limits.ts';
import { sendMail } from '#server/adapters/mail/send-mail.ts';
import type { Db, Tx } from '#server/adapters/database/database.ts';
import { AppError } from '#server/app/app-error.ts';
import { newId } from '#server/app/id.ts';
import { assertNotFederated, type Connections } from './federation.ts';
import { findUserByEmail, normalizeEmail, signInByEmail, type User } from '#server/repositories/users.repository.ts';

const mostPerAddress = 5;
const countedFor = 15 * 60 * 1000;

export interface OneTimeCodes {
  /** Mails a code. What happens does not depend on whether the address has an account. */
  issue(request: { interaction: string; email: string; locale: string }): Promise<void>;
  /** The person the code signs in. */
  redeem(request: { interaction: string; code: string; locale: string }): Promise<User>;
}

/** Six digits are guessed from any hash; with a key that is not in the database they are not. */
export function oneTimeCodes(db: Db, key: Buffer, connections: Connections): OneTimeCodes {
  const hashOf = (interaction: string, code: string): Buffer => createHmac('sha256', key).update(`${interaction}:${code}`).digest();
  return {
    issue: async (request) => {
      assertNotFederated(connections, request.email);
      await db.transaction().execute((tx) => issue(tx, request, hashOf));
    },
    redeem: async ({ interaction, code, locale }) => {
      // The try is counted for good, whatever comes after.
      const open = await useTry(db, interaction);
      if (!timingSafeEqual(open.code_hash, hashOf(interaction, code))) throw new AppError('invalid_code', { triesLeft: open.tries_left });
      return db.transaction().execute((tx) => accept(tx, open, locale));
    },
  };
}

async function issue(tx: Tx, { interaction, email, locale }: { interaction: string; email: string; locale: string }, hashOf: (interaction: string, code: string) => Buffer): Promise<void> {
  const address = normalizeEmail(email);
  await sql`select pg_advisory_xact_lock(hashtextextended(${`one_time_codes/${address}`}, 0))`.execute(tx);
  const { count } = await tx
    .selectFrom('one_time_codes')
    .select((query) => query.fn.countAll<string>().as('count'))
    .where('email', '=', address)
    .where('created_at', '>', new Date(Date.now() - countedFor))
    .executeTakeFirstOrThrow();
  if (Number(count) >= mostPerAddress) throw new AppError('too_many_requests');
  const code = String(randomInt(10 ** links.oneTimeCodeDigits)).padStart(links.oneTimeCodeDigits, '0');
  // Only the newest code of a sign-in counts.
  await tx.updateTable('one_time_codes').set({ used_at: new Date() }).where('interaction', '=', interaction).where('used_at', 'is', null).execute();
  await tx
    .insertInto('one_time_codes')
    .values({
      id: newId(),
      email: address,
      code_hash: hashOf(interaction, code),
      interaction,
      tries_left: links.oneTimeCodeTries,
      expires_at: new Date(Date.now() + links.oneTimeCodeLife),
    })
    .execute();
  const user = await findUserByEmail(tx, address);
  await sendMail(tx, { template: 'one_time_code', to: { email: address }, locale: user?.locale ?? locale, data: { code } });
}

async function useTry(db: Db, interaction: string): Promise<{ id: string; email: string; code_hash: Buffer; tries_left: number }> {
  const open = await db
    .updateTable('one_time_codes')
    .set((row) => ({ tries_left: row('tries_left', '-', 1) }))
    .where('interaction', '=', interaction)
    .where('used_at', 'is', null)
    .where('expires_at', '>', new Date())
    .where('tries_left', '>', 0)
    .returning(['id', 'email', 'code_hash', 'tries_left'])
    .executeTakeFirst();
  if (open === undefined) throw new AppError('invalid_code', { triesLeft: 0 });
  return open;
}

async function accept(tx: Tx, open: { id: string; email: string }, locale: string): Promise<User> {
  const used = await tx.updateTable('one_time_codes').set({ used_at: new Date() }).where('id', '=', open.id).where('used_at', 'is', null).returning('id').executeTakeFirst();
  if (used === undefined) throw new AppError('invalid_code', { triesLeft: 0 });
  return signInByEmail(tx, { email: open.email, locale });
}

export async function deleteOldCodes(db: Db): Promise<void> {
  await db.deleteFrom('one_time_codes').where('expires_at', '<', new Date(Date.now() - countedFor)).execute();
}
