/** The progress of an identity check, and its representation in the API. */
import { picturesOf, type IdentityCheck, type IdentityValidationStatus } from '#contract/entities/identity-check.ts';
import type { IdentityCheckWithEvidence } from '#server/repositories/identity-checks.repository.ts';

/** Derives the status from what was received. A rejection by a person can't be derived. */
export function progressOf({ requirements, evidence, third_party_state: thirdParty, manual_approval: manual }: IdentityCheckWithEvidence): IdentityValidationStatus {
  const missing = picturesOf(requirements).some((kind) => !evidence.some((each) => each.kind === kind));
  if (missing || thirdParty === 'open') return 'capturing';
  if (thirdParty === 'processing' || manual) return 'pending';
  return thirdParty === 'verified' ? 'approved' : 'completed';
}

/** A final failure. The recipient has to start a new check. */
export const isFailed = (status: IdentityValidationStatus): boolean => status === 'rejected' || status === 'declined' || status === 'canceled';

interface Looks {
  addressOf(evidence: { body_ref: string; mime: string; kind: string }): string;
  /** Whether the caller is the person checked. Only they get the verification provider's URL. */
  ownsOrAdministers: boolean;
}

export const toIdentityCheck = (check: IdentityCheckWithEvidence, { addressOf, ownsOrAdministers }: Looks): IdentityCheck => ({
  id: check.id,
  transactionId: check.transaction_id,
  recipientId: check.recipient_id,
  status: check.status,
  requirements: check.requirements,
  requireManualApproval: check.manual_approval,
  applicationId: check.application_id,
  url: ownsOrAdministers && check.status === 'capturing' ? check.url : null,
  reason: check.reason,
  evidence: check.evidence.map((each) => ({ kind: each.kind, url: addressOf(each), createdAt: each.created_at.toISOString() })),
  expiresAt: check.status === 'capturing' ? check.expires_at.toISOString() : null,
  createdAt: check.created_at.toISOString(),
  updatedAt: check.updated_at.toISOString(),
});
