/**
 * Identity checks that a sender requires of a recipient: pictures of identity documents and face, or a check by a verification
 * provider.
 */
import { z } from 'zod';
import { isoTime, objectId } from '#contract/entities/common.ts';

export const identityRequirements = ['id_card', 'passport', 'selfie', 'third_party'] as const;
export type IdentityRequirement = (typeof identityRequirements)[number];

/**
 * `capturing`: pictures are missing. `pending`: waits for a decision. `completed`: everything arrived, and no decision was
 * required. `rejected`: by the sender or by time-out. `declined`: by the verification provider.
 */
export const identityValidationStatuses = ['capturing', 'pending', 'approved', 'completed', 'canceled', 'rejected', 'declined'] as const;
export type IdentityValidationStatus = (typeof identityValidationStatuses)[number];

export const identityPictures = ['id_card_front', 'id_card_back', 'passport', 'selfie'] as const;
export type IdentityPicture = (typeof identityPictures)[number];
export const identityPictureMimes = ['image/png', 'image/jpeg'] as const;

const picturesFor: Readonly<Record<IdentityRequirement, readonly IdentityPicture[]>> = {
  id_card: ['id_card_front', 'id_card_back'], passport: ['passport'], selfie: ['selfie'], third_party: [],
};

/** The pictures these requirements need. */
export const picturesOf = (requirements: readonly IdentityRequirement[]): IdentityPicture[] => requirements.flatMap((each) => picturesFor[each]);

interface Checked {
  identityRequirements: readonly IdentityRequirement[];
  identityRequireManualApproval: boolean;
  identityValidationStatus: IdentityValidationStatus | null;
}

/** Whether the identity requirements for signing are met. */
export function isIdentityProven({ identityRequirements: requirements, identityRequireManualApproval: manual, identityValidationStatus: status }: Checked): boolean {
  if (requirements.length === 0) return true;
  return status === 'approved' || (status === 'completed' && !manual);
}

export const identityCheck = z.object({
  id: objectId,
  transactionId: objectId,
  recipientId: objectId,
  status: z.enum(identityValidationStatuses),
  requirements: z.array(z.enum(identityRequirements)),
  requireManualApproval: z.boolean(),
  /** The verification provider; null if only the sender checks. */
  applicationId: z.string().nullable(),
  /** The verification provider's page; only shown to the recipient. */
  url: z.string().nullable(),
  reason: z.string().nullable(),
  /** The submitted pictures with their URLs. */
  evidence: z.array(z.object({ kind: z.enum(identityPictures), url: z.string(), createdAt: isoTime })),
  /** When the check times out; only while capturing. */
  expiresAt: isoTime.nullable(),
  createdAt: isoTime,
  updatedAt: isoTime,
});
export type IdentityCheck = z.output<typeof identityCheck>;

/** The identity check of a recipient as the transaction reports it (document 1 §3). */
export const identityValidation = z.object({
  recipient: objectId,
  evidence: z.array(z.enum(identityPictures)),
  requireManualValidation: z.boolean(),
  status: z.enum(identityValidationStatuses).nullable(),
});

export const recipientValidation = z.object({ id_card: z.boolean(), passport: z.boolean(), selfie: z.boolean(), requireThirdPartyVerification: z.boolean() });
