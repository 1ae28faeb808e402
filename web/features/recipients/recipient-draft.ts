import { attachmentRequest, type AttachmentRequest } from '#contract/entities/attachment.ts';
import type { IdentityRequirement } from '#contract/entities/identity-check.ts';
import { internationalPhone, shownPhone } from '#contract/entities/phone-number.ts';
import { participationOf, signerRole, type RecipientInput } from '#contract/entities/recipient.ts';
import { splitName } from '#contract/person-names.ts';
import { withParticipation, type Need } from '#web/entities/people/needs.ts';
import type { PersonDraft } from '#web/entities/people/person-draft.ts';
import { contactOf, contactText, fullName } from '#web/entities/people/person-draft.ts';

/** Options of a signer, selected by the sender. */
export interface SignerChoices {
  readonly need: Need;
  /** Language of their messages; null for that of their account. */
  readonly locale: string | null;
  readonly role: string;
  readonly inPerson: boolean;
  readonly identityRequirements: readonly IdentityRequirement[];
  readonly identityRequireManualApproval: boolean;
  readonly privateMessage: string;
  readonly requireAccessCode: boolean;
  /** As typed; null if the sender tells the code. */
  readonly accessCodePhone: string | null;
  /** Files that the signer is asked to attach. */
  readonly attachments: readonly AttachmentRequest[];
}

/** A person and their signing options while they are edited. */
export interface RecipientDraft extends PersonDraft, Partial<SignerChoices> {}

export function draftOf(person: RecipientInput | undefined): RecipientDraft {
  return {
    name: person ? fullName(person) : '',
    contact: person ? contactText(person) : '',
    need: participationOf(person ?? {}),
    locale: person?.locale ?? null,
    role: person?.role ?? signerRole,
    inPerson: person?.inPerson ?? false,
    identityRequirements: person?.identityRequirements ?? [],
    identityRequireManualApproval: person?.identityRequireManualApproval ?? false,
    privateMessage: person?.privateMessage ?? '',
    requireAccessCode: person?.requireAccessCode ?? false,
    accessCodePhone: person?.accessCodePhone ? shownPhone(person.accessCodePhone) : null,
    attachments: (person?.attachments ?? []).map((each) => attachmentRequest.parse(each)),
  };
}

/** An in-person signer reads on the device of the host. */
const hasAccessCode = ({ requireAccessCode = false, inPerson = false, need = 'signer' }: RecipientDraft): boolean => requireAccessCode && !(inPerson && need === 'signer');

/** Whether a code is to be sent by text message to what is no phone number. */
export const lacksCodePhone = (draft: RecipientDraft): boolean =>
  hasAccessCode(draft) && draft.accessCodePhone != null && internationalPhone(draft.accessCodePhone) === null;

/** Only signers who sign on a device of their own attach files. */
export const asksForFiles = ({ inPerson = false, need = 'signer' }: RecipientDraft): boolean => need === 'signer' && !inPerson;

/** Whether a file is asked for without saying which. */
export const lacksAttachmentLabel = (draft: RecipientDraft): boolean => asksForFiles(draft) && (draft.attachments ?? []).some(({ label }) => label.trim() === '');

/** Converts the draft to a recipient. Approval is dropped without identity requirements, and what only signers have without a signature. */
export function written(draft: RecipientDraft, before?: RecipientInput): RecipientInput {
  const requirements = [...(draft.identityRequirements ?? [])];
  const need = draft.need ?? 'signer';
  const requireAccessCode = hasAccessCode(draft);
  return withParticipation({
    ...before,
    ...splitName(draft.name),
    ...contactOf(draft.contact),
    locale: draft.locale ?? null,
    role: draft.role?.trim() || signerRole,
    inPerson: draft.inPerson ?? false,
    identityRequirements: requirements,
    identityRequireManualApproval: requirements.length > 0 && (draft.identityRequireManualApproval ?? false),
    privateMessage: draft.privateMessage ?? '',
    requireAccessCode,
    accessCodePhone: requireAccessCode && draft.accessCodePhone != null ? internationalPhone(draft.accessCodePhone) : null,
    attachments: asksForFiles(draft) ? (draft.attachments ?? []).map((each) => ({ ...each, label: each.label.trim(), help: each.help.trim() })) : [],
  }, need === 'copy' ? 'signer' : need);
}
