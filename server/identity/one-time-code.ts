/** Six-digit sign-in codes by mail, bound to the interaction that asked for them. */
import { sendMail } from '#server/outbox/send-mail.ts';
import type { Db } from '#server/platform/database/database.ts';
import { findUserByEmail, normalizeEmail, signInByEmail, type User } from '#server/repositories/users.repository.ts';
import { type Codes, useCode } from './codes.ts';
import type { Origin } from './sign-in-attempts.ts';
import { assertNotFederated, type Connections } from './federation.ts';

export interface OneTimeCodes {
  /** Mails a code and returns the id of the mail. Behaves the same whether or not the address has an account. */
  issue(request: { interaction: string; email: string; locale: string; origin: Origin }): Promise<string | null>;
  /** Returns the person whom the code signs in. Throws `invalid_code`. */
  redeem(request: { interaction: string; code: string; locale: string }): Promise<User>;
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
    redeem: async ({ interaction, code, locale }) => {
      const matched = await codes.match(interaction, code);
      return db.transaction().execute(async (tx) => {
        await useCode(tx, matched);
        return signInByEmail(tx, { email: matched.address, locale });
      });
    },
  };
}
