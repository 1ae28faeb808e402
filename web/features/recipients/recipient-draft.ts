import type { IdentityRequirement } from '#contract/entities/identity-check.ts';
import type { RecipientInput } from '#contract/entities/recipient.ts';
import { splitName } from '#contract/person-names.ts';
import type { PersonDraft } from '#web/entities/people/person-draft.ts';
import { contactOf, fullName } from '#web/entities/people/person-draft.ts';
import { SIGNER } from '#web/entities/people/use-role-names.ts';

/** What concerns a signer, as the sender chooses it. */
export interface SignerChoices {
  /** The language of their mails; null for the one of their account. */
  readonly locale: string | null;
  readonly role: string;
  readonly inPerson: boolean;
  readonly identityRequirements: readonly IdentityRequirement[];
  readonly identityRequireManualApproval: boolean;
}

/** A person while somebody writes who it is and how they sign. */
export interface RecipientDraft extends PersonDraft, Partial<SignerChoices> {}

export function draftOf(person: RecipientInput | undefined): RecipientDraft {
  return {
    name: person ? fullName(person) : '',
    contact: person?.email ?? person?.phone ?? '',
    locale: person?.locale ?? null,
    role: person?.role ?? SIGNER,
    inPerson: person?.inPerson ?? false,
    identityRequirements: person?.identityRequirements ?? [],
    identityRequireManualApproval: person?.identityRequireManualApproval ?? false,
  };
}

/** The recipient as it is sent; nobody approves what nobody has to prove. */
export function written(draft: RecipientDraft, before?: RecipientInput): RecipientInput {
  const requirements = [...(draft.identityRequirements ?? [])];
  return {
    ...before,
    ...splitName(draft.name),
    ...contactOf(draft.contact),
    locale: draft.locale ?? null,
    role: draft.role?.trim() || SIGNER,
    inPerson: draft.inPerson ?? false,
    identityRequirements: requirements,
    identityRequireManualApproval: requirements.length > 0 && (draft.identityRequireManualApproval ?? false),
  };
}
