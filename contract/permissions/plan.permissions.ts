/** Features of a transaction that a plan must hold (document 2 §6.3). */
import type { FeatureFlags } from '#contract/entities/feature-flags.ts';
import type { RecipientDraft } from '#contract/entities/recipient.ts';
import type { TransactionOptions } from '#contract/entities/transaction.ts';

export type Feature = keyof { [Name in keyof FeatureFlags as FeatureFlags[Name] extends boolean ? Name : never]: true };

export interface Featured {
  options: TransactionOptions;
  recipients: readonly Pick<RecipientDraft, 'inPerson' | 'identityRequirements'>[];
}

/** Which feature is used when. */
const uses: Partial<Record<Feature, (what: Featured) => boolean>> = {
  allowInPersonSigning: ({ recipients }) => recipients.some((each) => each.inPerson),
  allowRemoteIdentityVerification: ({ recipients }) => recipients.some((each) => each.identityRequirements.length > 0),
  allowAuditTrail: ({ options }) => options.includeFileAudit,
  allowQualifiedCertTransactions: ({ options }) => options.requireQualifiedCertificate,
  allowSmartCardTransactions: ({ options }) => options.requireSmartCard,
  allowBulkSending: ({ options }) => options.allowBulkUsage,
  allowSignerReassignment: ({ options }) => options.allowSignerReassignment,
};

/** What a transaction uses that a plan does not hold. */
export const missingFeatures = (what: Featured, flags: FeatureFlags): Feature[] =>
  (Object.entries(uses) as [Feature, (what: Featured) => boolean][]).filter(([feature, used]) => used(what) && !flags[feature]).map(([feature]) => feature);
