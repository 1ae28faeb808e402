/** With which certificate a person signs: what they chose, and what the sender requires. */
import type { SignBody } from '#contract/calls/transactions.calls.ts';
import type { RequiredCertificate } from '#server/services/documents/document-checker.ts';
import type { TransactionState } from '#server/services/transactions/transaction-state.ts';

/** Whether the signer has no key and the server signs for them. */
export const wantsServer = ({ appendedSignatures }: SignBody): boolean => appendedSignatures.some(({ signatureType }) => signatureType === 'server');

/** What the sender requires of the certificate, besides that it is the signer's. */
export function requiredCertificateOf({ options }: TransactionState): RequiredCertificate {
  return { qualified: options.requireQualifiedCertificate, smartCard: options.requireSmartCard, contactMatch: options.requireCertificateContactMatch };
}
