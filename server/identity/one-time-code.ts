/** Six-digit sign-in codes by mail or text message, bound to the interaction that asked for them. */
import { sendMail } from '#server/outbox/send-mail.ts';
import { sendText } from '#server/outbox/send-text.ts';
import { countSignInText } from '#server/outbox/text-limits.ts';
import { AppError } from '#server/platform/app-error.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import { findUserByEmail, findUserById, findUserByPhone, normalizeEmail, signInByEmail, type User } from '#server/repositories/users.repository.ts';
import { type Codes, useCode } from './codes.ts';
import type { Origin } from './sign-in-attempts.ts';
import { assertNotFederated, federationOf, type Connections } from './federation.ts';
import { provePhone } from './magic-code.ts';

interface CodeOrder {
  interaction: string;
  locale: string;
  origin: Origin;
}

interface Redemption {
  interaction: string;
  code: string;
  locale: string;
  /** Refuses a code that was sent to a phone. */
  mailedOnly?: boolean;
}

/** Whom a code signs in, and its method (RFC 8176). */
interface Redeemed {
  user: User;
  how: 'otp' | 'sms';
}

export interface OneTimeCodes {
  /** Mails a code and returns the id of the mail. Behaves the same whether or not the address has an account. */
  issue(request: CodeOrder & { email: string }): Promise<string | null>;
  /**
   * Sends a code to a number that an account has proven. Any other gets nothing: text messages cost money, and whoever has the
   * number did not ask for any. The answer is the same.
   */
  issueByText(request: CodeOrder & { phone: string }): Promise<void>;
  /** Throws `invalid_code`. */
  redeem(request: Redemption): Promise<Redeemed>;
}

export function oneTimeCodes(db: Db, codes: Codes, connections: Connections): OneTimeCodes {
  return {
    issue: async ({ interaction, email, locale, origin }) => {
      assertNotFederated(connections, email);
      const address = normalizeEmail(email);
      return db.transaction().execute((tx) => codes.issue(tx, { purpose: interaction, address, origin }, async (code) => {
        const user = await findUserByEmail(tx, address);
        return sendMail(tx, { template: 'one_time_code', to: { email: address }, locale: user?.locale ?? locale, data: { code } });
      }));
    },
    issueByText: async ({ interaction, phone, locale, origin }) => {
      await db.transaction().execute((tx) => codes.issue(tx, { purpose: interaction, address: phone, origin }, async (code) => {
        // Of refused requests none is counted: they would cost nobody anything but the holder, who gets no more codes.
        if (!origin.isKnown) await countSignInText(tx, phone);
        const user = await holderOf(tx, phone, connections);
        if (user) await sendText(tx, { template: 'sign_in_code', to: phone, locale: user.locale ?? locale, data: { code } });
      }));
    },
    redeem: async ({ interaction, code, locale, mailedOnly = false }) => {
      const matched = await codes.match(interaction, code);
      const byMail = matched.address.includes('@');
      if (mailedOnly && !byMail) throw new AppError('invalid_code', { triesLeft: 0 });
      return db.transaction().execute(async (tx): Promise<Redeemed> => {
        await useCode(tx, matched);
        if (byMail) return { user: await signInByEmail(tx, { email: matched.address, locale }), how: 'otp' };
        const holder = await holderOf(tx, matched.address, connections);
        const user = holder && (await provePhone(tx, holder, matched.address));
        if (!user) throw new AppError('invalid_code', { triesLeft: 0 });
        return { user, how: 'sms' };
      });
    },
  };
}

/**
 * The account that has proven a number, which signs in with it. A guest account is made for any number that somebody enters, so it
 * proves its number by a link first. An account of a federation signs in there only.
 */
async function holderOf(tx: Tx, phone: string, connections: Connections): Promise<User | undefined> {
  const found = await findUserByPhone(tx, phone);
  if (!found?.phone_verified || federationOf(connections, found.email)) return undefined;
  return findUserById(tx, found.id);
}
