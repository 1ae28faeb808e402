import type { FieldRecipient } from '#contract/entities/field.ts';
import { isSigner, type RecipientInput } from '#contract/entities/recipient.ts';
import type { Person } from '#web/features/editor/people.ts';
import { initials, personName, RECIPIENT_COLORS } from '#web/ui/initials.ts';

/** The recipient of a field, as stored in the field. */
export function fieldRecipientOf(person: RecipientInput): FieldRecipient {
  return { email: person.email ?? null, phone: person.phone ?? null, role: null };
}

/** The signers for the editor, each with the colour of the list of recipients. Nobody else has fields. */
export function peopleOf(recipients: readonly RecipientInput[]): Person[] {
  return recipients.flatMap((person, index) => (isSigner(person) ? [{
    key: person.email ?? person.phone ?? String(index),
    name: personName(person),
    initials: initials(person),
    colour: (index % RECIPIENT_COLORS) + 1,
    recipient: fieldRecipientOf(person),
  }] : []));
}

/** The recipient of a template field: a role, and the person if the role is fixed. */
export const fieldRoleOf = (person: RecipientInput): FieldRecipient => ({ ...fieldRecipientOf(person), role: person.role ?? null });

/** Template roles that sign, for the editor. */
export function rolePeopleOf(recipients: readonly RecipientInput[]): Person[] {
  return recipients.flatMap((person, index) => {
    const role = person.role ?? '';
    return !isSigner(person) ? [] : [{ key: role, name: role, initials: initials({ firstName: role }), colour: (index % RECIPIENT_COLORS) + 1, recipient: fieldRoleOf(person) }];
  });
}
