import type { FieldRecipient } from '#contract/entities/field.ts';
import type { RecipientInput } from '#contract/entities/recipient.ts';
import type { Person } from '#web/features/editor/people.ts';
import { initials, personName, RECIPIENT_COLORS } from '#web/ui/initials.ts';

/** Whom a field is for, as it is written into the field. */
export function fieldRecipientOf(person: RecipientInput): FieldRecipient {
  return { email: person.email ?? null, phone: person.phone ?? null, role: null };
}

/** The recipients as the editor shows them, each in a colour of their own. */
export function peopleOf(recipients: readonly RecipientInput[]): Person[] {
  return recipients.map((person, index) => ({
    key: person.email ?? person.phone ?? String(index),
    name: personName(person),
    initials: initials(person),
    colour: (index % RECIPIENT_COLORS) + 1,
    recipient: fieldRecipientOf(person),
  }));
}

/** For whom a field of a template is: its role, and the person where that is always the same. */
export const fieldRoleOf = (person: RecipientInput): FieldRecipient => ({ ...fieldRecipientOf(person), role: person.role ?? null });

/** The roles of a template as the editor shows them. */
export function rolePeopleOf(recipients: readonly RecipientInput[]): Person[] {
  return recipients.map((person, index) => {
    const role = person.role ?? '';
    return { key: role, name: role, initials: initials({ firstName: role }), colour: (index % RECIPIENT_COLORS) + 1, recipient: fieldRoleOf(person) };
  });
}
