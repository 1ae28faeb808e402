import type { Subject } from '#server/adapters/authority/authority.ts';
import type { IdentityClaims } from '#server/platform/identity-claims.ts';
import type { Db } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/app-error.ts';
import { wasUsedRecently } from '#server/identity/codes.ts';

/** Purpose of the one-time codes of a certificate order. */
export const purposeOf = (userId: string): string => `certificate/${userId}`;

/**
 * The e-mail address or phone number that the person has verified. The certificate may contain another spelling of
 * it.
 */
export function provenAddress(subject: Subject, { email, phone }: Pick<IdentityClaims, 'email' | 'phone'>): string {
  const address = subject.email === null ? phone : email;
  if (address === null) throw new AppError('certificate_enrollment_identity_error');
  return address;
}

/**
 * Throws `sign_code_missing` unless the person has recently entered the code sent to the address of their
 * certificate.
 */
export async function assertCodeTyped(db: Db, subject: Subject, person: Pick<IdentityClaims, 'email' | 'phone'> & { userId: string }): Promise<void> {
  const proven = await wasUsedRecently(db, { purpose: purposeOf(person.userId), address: provenAddress(subject, person) });
  if (!proven) throw new AppError('sign_code_missing');
}
