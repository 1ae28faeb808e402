import { sameContact } from '#contract/entities/common.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { insertMissingContacts, lockContacts, type ContactPerson } from '#server/repositories/contacts.repository.ts';
import type { Caller } from '#server/services/caller.ts';

/**
 * Adds the people of a request to the contacts of its sender, except the sender. A guest has no contacts, and an application
 * needs a scope of its own to add any.
 */
export async function addSentToContacts(tx: Tx, sender: Caller, people: readonly ContactPerson[]): Promise<void> {
  if (sender.profileType === 'guest' || sender.applicationId) return;
  const others = people.filter((person) => (person.email || person.phone) && !sameContact(person, sender));
  if (others.length === 0) return;
  await lockContacts(tx, sender.userId);
  await insertMissingContacts(tx, sender.userId, others.map(({ email, phone, first_name, last_name }) => ({ email, phone, first_name, last_name })));
}
