/** What a person or an organization may use. Without billing nothing is held back but what this installation can't do. */
import type { FeatureFlags } from '#contract/entities/profile.ts';
import type { Db } from '#server/adapters/database/database.ts';
import type { User } from '#server/repositories/users.repository.ts';

const everything: FeatureFlags = {
  allowAdvancedFields: true,
  allowAPIAccess: true,
  allowAuditTrail: true,
  allowInPersonSigning: true,
  allowResourceCreation: true,
  allowFieldsValidations: true,
  allowSignerReassignment: true,
  allowReminderNotifications: true,
  allowQualifiedCertTransactions: false,
  allowRemoteIdentityVerification: false,
  allowSmartCardTransactions: false,
  allowTrustedCertificates: false,
  allowBulkSending: true,
  templatesQuota: -1,
  transactionsQuota: -1,
};

/** Guests only sign. */
export const flagsOfUser = async (_db: Db, user: User): Promise<FeatureFlags> => ({ ...everything, allowResourceCreation: user.type === 'user' });

export const flagsOfOrganization = async (_db: Db, _orgIds: readonly string[]): Promise<(orgId: string) => FeatureFlags> => () => everything;
