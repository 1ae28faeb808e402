/** The features and quotas of a user's plan (document 1 §3). */
import { z } from 'zod';

export const featureFlags = z.object({
  allowAdvancedFields: z.boolean(),
  allowAPIAccess: z.boolean(),
  allowAuditTrail: z.boolean(),
  allowInPersonSigning: z.boolean(),
  allowResourceCreation: z.boolean(),
  allowFieldsValidations: z.boolean(),
  allowSignerReassignment: z.boolean(),
  allowReminderNotifications: z.boolean(),
  allowQualifiedCertTransactions: z.boolean(),
  allowRemoteIdentityVerification: z.boolean(),
  allowSmartCardTransactions: z.boolean(),
  allowTrustedCertificates: z.boolean(),
  allowBulkSending: z.boolean(),
  /** Remaining quota; negative means unlimited. */
  templatesQuota: z.number().int(),
  transactionsQuota: z.number().int(),
  /** The total number of templates in the plan. */
  billingPlanTemplatesQuota: z.number().int(),
});
export type FeatureFlags = z.output<typeof featureFlags>;
