/** Proof of who a recipient is, as the sender asks for it: pictures of papers and face, or the word of a third party. */
import { z } from 'zod';
import { isoTime, objectId } from '#contract/entities/common.ts';

export const identityRequirements = ['id_card', 'passport', 'selfie', 'third_party'] as const;
export type IdentityRequirement = (typeof identityRequirements)[number];

/**
 * `capturing`: pictures are still to come. `pending`: somebody has to decide. `completed`: everything came, and nobody
 * had to decide. `rejected`: the sender refused, or time ran out. `declined`: the third party said no.
 */
export const identityValidationStatuses = ['capturing', 'pending', 'approved', 'completed', 'canceled', 'rejected', 'declined'] as const;
export type IdentityValidationStatus = (typeof identityValidationStatuses)[number];

export const identityPictures = ['id_card_front', 'id_card_back', 'passport', 'selfie'] as const;
export type IdentityPicture = (typeof identityPictures)[number];
export const identityPictureMimes = ['image/png', 'image/jpeg'] as const;

const picturesFor: Readonly<Record<IdentityRequirement, readonly IdentityPicture[]>> = {
  id_card: ['id_card_front', 'id_card_back'], passport: ['passport'], selfie: ['selfie'], third_party: [],
};

/** The pictures that have to be taken for these requirements. */
export const picturesOf = (requirements: readonly IdentityRequirement[]): IdentityPicture[] => requirements.flatMap((each) => picturesFor[each]);

interface Checked {
  identityRequirements: readonly IdentityRequirement[];
  identityRequireManualApproval: boolean;
  identityValidationStatus: IdentityValidationStatus | null;
}

/** Whether somebody may sign as far as their identity goes. */
export function isIdentityProven({ identityRequirements: asked, identityRequireManualApproval: manual, identityValidationStatus: status }: Checked): boolean {
  if (asked.length === 0) return true;
  return status === 'approved' || (status === 'completed' && !manual);
}

export const identityCheck = z.object({
  id: objectId,
  transactionId: objectId,
  recipientId: objectId,
  status: z.enum(identityValidationStatuses),
  requirements: z.array(z.enum(identityRequirements)),
  requireManualApproval: z.boolean(),
  /** The third party that looks at the person; null where only the sender does. */
  applicationId: z.string().nullable(),
  /** Where the recipient is looked at by the third party; only for the recipient. */
  url: z.string().nullable(),
  reason: z.string().nullable(),
  /** What came, with addresses where the pictures can be seen. */
  evidence: z.array(z.object({ kind: z.enum(identityPictures), url: z.string(), createdAt: isoTime })),
  /** While capturing: then it is over. */
  expiresAt: isoTime.nullable(),
  createdAt: isoTime,
  updatedAt: isoTime,
});
export type IdentityCheck = z.output<typeof identityCheck>;

/** How a transaction tells of the checks of its recipients (document 1 §3). */
export const identityValidation = z.object({
  recipient: objectId,
  evidence: z.array(z.enum(identityPictures)),
  requireManualValidation: z.boolean(),
  status: z.enum(identityValidationStatuses).nullable(),
});

export const recipientValidation = z.object({ id_card: z.boolean(), passport: z.boolean(), selfie: z.boolean(), requireThirdPartyVerification: z.boolean() });
