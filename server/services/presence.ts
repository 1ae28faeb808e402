/** Whether somebody who signs in person has shown that they are at the device of their host. */
import { links } from '#contract/limits.ts';
import { AppError } from '#server/app/app-error.ts';
import type { RecipientRow } from '#server/repositories/people.repository.ts';

/** Where the code goes; null for somebody who has a name only. */
export const presenceAddress = ({ in_person: inPerson, email, phone }: RecipientRow): string | null => (inPerson ? (email ?? phone) : null);

/** Until when the code counts that was typed for them; a code that went to another address does not. */
export function presentUntil(recipient: RecipientRow): Date | null {
  const { presence_proven_at: at, presence_proven_by: by } = recipient;
  return at === null || by !== presenceAddress(recipient) ? null : new Date(at.getTime() + links.presenceLife);
}

export function assertPresent(recipient: RecipientRow, at = new Date()): void {
  if (presenceAddress(recipient) === null) return;
  const until = presentUntil(recipient);
  if (until === null || until <= at) throw new AppError('sign_code_missing', { recipientId: recipient.id });
}
