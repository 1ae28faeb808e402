import type { IdentityRequirement } from '#contract/entities/identity-check.ts';
import { signerRole, type RecipientInput } from '#contract/entities/recipient.ts';
import { splitName } from '#contract/person-names.ts';
import type { PersonDraft } from '#web/entities/people/person-draft.ts';
import { contactOf, contactText, fullName } from '#web/entities/people/person-draft.ts';

/** Options of a signer, selected by the sender. */
export interface SignerChoices {
  /** Language of their messages; null for that of their account. */
  readonly locale: string | null;
  readonly role: string;
  readonly inPerson: boolean;
  readonly identityRequirements: readonly IdentityRequirement[];
  readonly identityRequireManualApproval: boolean;
  readonly privateMessage: string;
  readonly requireAccessCode: boolean;
}

/** A person and their signing options while they are edited. */
export interface RecipientDraft extends PersonDraft, Partial<SignerChoices> {}

export function draftOf(person: RecipientInput | undefined): RecipientDraft {
  return {
    name: person ? fullName(person) : '',
    contact: person ? contactText(person) : '',
    locale: person?.locale ?? null,
    role: person?.role ?? signerRole,
    inPerson: person?.inPerson ?? false,
    identityRequirements: person?.identityRequirements ?? [],
    identityRequireManualApproval: person?.identityRequireManualApproval ?? false,
    privateMessage: person?.privateMessage ?? '',
    requireAccessCode: person?.requireAccessCode ?? false,
  };
}

/** Converts the draft to a recipient. Approval is dropped without identity requirements. */
export function written(draft: RecipientDraft, before?: RecipientInput): RecipientInput {
  const requirements = [...(draft.identityRequirements ?? [])];
  return {
    ...before,
    ...splitName(draft.name),
    ...contactOf(draft.contact),
    locale: draft.locale ?? null,
    role: draft.role?.trim() || signerRole,
    inPerson: draft.inPerson ?? false,
    identityRequirements: requirements,
    identityRequireManualApproval: requirements.length > 0 && (draft.identityRequireManualApproval ?? false),
    privateMessage: draft.privateMessage ?? '',
    requireAccessCode: (draft.requireAccessCode ?? false) && !draft.inPerson,
  };
}
