import { createContext, useContext } from 'react';
import { sameContact } from '#contract/entities/common.ts';
import type { FieldRecipient } from '#contract/entities/field.ts';
import { isRecipientSet } from '#contract/entities/field-list.ts';

/** A recipient as the editor shows them. */
export interface Person {
  readonly key: string;
  readonly name: string;
  readonly initials: string;
  /** 1 to 8. */
  readonly colour: number;
  readonly recipient: FieldRecipient;
}

export const PeopleContext = createContext<readonly Person[]>([]);

export function usePeople(): readonly Person[] {
  return useContext(PeopleContext);
}

export function personOf(
  people: readonly Person[],
  recipient: FieldRecipient | null,
): Person | undefined {
  if (!isRecipientSet(recipient) || !recipient) return undefined;
  return people.find((person) => {
    if (recipient.email || recipient.phone) return sameContact(person.recipient, recipient);
    return Boolean(recipient.role) && person.recipient.role === recipient.role;
  });
}
