/** Whether an in-person signer has proven that they are at the host's device. */
import { links } from '#contract/limits/links.ts';
import { AppError } from '#server/platform/app-error.ts';
import type { RecipientRow } from '#server/repositories/people.repository.ts';

/** The address the code is sent to; null for a signer with only a name. */
export const presenceAddress = ({ in_person: inPerson, email, phone }: RecipientRow): string | null => (inPerson ? (email ?? phone) : null);

/** Until when an entered code is valid. A code sent to a previous address does not count. */
export function presentUntil(recipient: RecipientRow): Date | null {
  const { presence_proven_at: at, presence_proven_by: by } = recipient;
  return at === null || by !== presenceAddress(recipient) ? null : new Date(at.getTime() + links.presenceLife);
}

export function assertPresent(recipient: RecipientRow, at = new Date()): void {
  if (presenceAddress(recipient) === null) return;
  const until = presentUntil(recipient);
  if (until === null || until <= at) throw new AppError('sign_code_missing', { recipientId: recipient.id });
}
