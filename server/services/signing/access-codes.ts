/**
 * Access codes: the sender chooses one for a recipient and tells it to them, or it is sent to them by text message. The database has a
 * keyed hash, whose key is in the vault, so that a copy of the database does not help to guess a short code.
 */
import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { accessCodes, textedAccessCodes } from '#contract/limits/sending.ts';
import type { KeyVault } from '#server/adapters/authority/key-vault.ts';
import type { RecipientRow } from '#server/repositories/people.repository.ts';
import type { Caller } from '#server/services/caller.ts';

export interface AccessCodes {
  hashOf(recipientId: string, code: string): string;
  matches(recipient: Pick<RecipientRow, 'id' | 'access_code_hash' | 'access_code_phone' | 'access_code_sent_at'>, code: string, now?: number): boolean;
}

export async function openAccessCodes(vault: Pick<KeyVault, 'findOrCreate'>): Promise<AccessCodes> {
  const key = await vault.findOrCreate('transactions/access_codes', async () => randomBytes(32));
  const hashOf = (recipientId: string, code: string): string => createHmac('sha256', key).update(`${recipientId}:${code.trim().normalize()}`).digest('base64url');
  return {
    hashOf,
    matches: ({ id, access_code_hash: hash, access_code_phone: phone, access_code_sent_at: sentAt }, code, now = Date.now()) => {
      if (hash === null || (phone !== null && (sentAt === null || sentAt.getTime() + textedAccessCodes.life <= now))) return false;
      return timingSafeEqual(Buffer.from(hash), Buffer.from(hashOf(id, code)));
    },
  };
}

/** A code to be sent by text message. */
export const textedCode = (): string => String(randomInt(10 ** textedAccessCodes.digits)).padStart(textedAccessCodes.digits, '0');

/** Identifies a sign-in. Applications have none, so they can't read documents that need a code. */
export type SessionOf = Partial<Pick<Caller, 'bearer' | 'sessionUid'>>;
export const sessionOf = ({ sessionUid, bearer }: SessionOf): string | null => sessionUid ?? bearer ?? null;

/** Whether the recipient has yet to enter a code in this session. */
export function needsAccessCode(recipient: RecipientRow, caller: SessionOf, now = Date.now()): boolean {
  const { access_code_required: isRequired, access_session: session, access_entered_at: at } = recipient;
  if (!isRequired) return false;
  return session === null || at === null || session !== sessionOf(caller) || at.getTime() + accessCodes.life <= now;
}

export const isCodeLocked = ({ access_code_required: isRequired, access_code_failures: failures }: RecipientRow): boolean => isRequired && failures >= accessCodes.tries;
