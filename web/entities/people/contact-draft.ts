import { isEmail, isPersonName } from '#contract/entities/common.ts';
import type { Contact, ContactWrite } from '#contract/entities/contact.ts';
import { internationalPhone, shownPhone } from '#contract/entities/phone-number.ts';

/** A contact while it is typed. */
export interface ContactDraft {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phone: string;
}

interface ContactProblems {
  readonly firstName?: 'names_validation';
  readonly lastName?: 'names_validation';
  /** `fields_empty`: neither an e-mail address nor a phone number. */
  readonly email?: 'fields_empty' | 'email_validation';
  readonly phone?: 'fields_validation';
}

export const draftOfContact = (contact: Contact | null): ContactDraft => ({
  firstName: contact?.firstName ?? '', lastName: contact?.lastName ?? '', email: contact?.email ?? '', phone: contact?.phone ? shownPhone(contact.phone) : '',
});

const isName = (text: string): boolean => text.trim() === '' || isPersonName(text.trim());

/** Returns the problems by input field. A contact needs an e-mail address or a phone number. */
export function contactProblemsOf({ firstName, lastName, email, phone }: ContactDraft): ContactProblems {
  const [address, number] = [email.trim(), phone.trim()];
  const emailProblem = address === '' ? (number === '' ? 'fields_empty' : undefined) : isEmail(address) ? undefined : 'email_validation';
  return {
    ...(isName(firstName) ? {} : { firstName: 'names_validation' as const }),
    ...(isName(lastName) ? {} : { lastName: 'names_validation' as const }),
    ...(emailProblem ? { email: emailProblem } : {}),
    ...(number === '' || internationalPhone(number) !== null ? {} : { phone: 'fields_validation' as const }),
  };
}

export const hasContactProblems = (problems: ContactProblems): boolean => Object.keys(problems).length > 0;

const textOrNull = (text: string): string | null => text.trim() || null;

export const contactWriteOf = ({ firstName, lastName, email, phone }: ContactDraft): Omit<ContactWrite, 'id'> => ({
  firstName: textOrNull(firstName), lastName: textOrNull(lastName), email: textOrNull(email), phone: internationalPhone(phone),
});
