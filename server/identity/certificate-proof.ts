import type { Subject } from '#server/adapters/authority/authority.ts';
import type { VouchedPerson } from '#server/app/vouched-person.ts';
import type { Db } from '#server/adapters/database/database.ts';
import { AppError } from '#server/app/app-error.ts';
import { usedLately } from './codes.ts';

/** What the codes of a certificate order are kept under. */
export const purposeOf = (userId: string): string => `certificate/${userId}`;

/** Where the person of a certificate is reached; its own form of an address may be another. */
export function provenAddress(subject: Subject, { email, phone }: Pick<VouchedPerson, 'email' | 'phone'>): string {
  const address = subject.email === null ? phone : email;
  if (address === null) throw new AppError('certificate_enrollment_identity_error');
  return address;
}

/** Refuses who has not lately typed the code that went to the address of their certificate. */
export async function assertCodeTyped(db: Db, subject: Subject, person: Pick<VouchedPerson, 'email' | 'phone'> & { userId: string }): Promise<void> {
  const proven = await usedLately(db, { purpose: purposeOf(person.userId), address: provenAddress(subject, person) });
  if (!proven) throw new AppError('sign_code_missing');
}
