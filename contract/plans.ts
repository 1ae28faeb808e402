/** Plans: prices in US cents, quotas and features (document 2 §6.3, document 3 §9). */
import type { FeatureFlags } from '#contract/entities/feature-flags.ts';

const planKeys = ['Essentials', 'Business', 'BusinessOrganization', 'Enterprise'] as const;
export type PlanKey = (typeof planKeys)[number];
export const planCodes = ['h_e', 'h_b_m', 'h_b_a', 'h_u', 'h_b_o_m', 'h_b_o_a'] as const;
export type PlanCode = (typeof planCodes)[number];
export type PlanPeriod = 'monthly' | 'annual';

export const defaultPlan: PlanCode = 'h_e';
export const seats = { minimum: 2, maximum: 150 } as const;
export const currency = 'USD';
/** A quota or limit without a maximum. */
export const unlimited = -1;

export interface Plan {
  readonly key: PlanKey;
  readonly period: PlanPeriod | null;
  /** Per seat and period; null: by agreement. */
  readonly price: number | null;
  /** Who can have the plan. */
  readonly holder: 'person' | 'organization' | 'both';
}

export const plans: Readonly<Record<PlanCode, Plan>> = {
  h_e: { key: 'Essentials', period: null, price: 0, holder: 'both' },
  h_b_m: { key: 'Business', period: 'monthly', price: 1500, holder: 'person' },
  h_b_a: { key: 'Business', period: 'annual', price: 15_000, holder: 'person' },
  h_b_o_m: { key: 'BusinessOrganization', period: 'monthly', price: 1500, holder: 'organization' },
  h_b_o_a: { key: 'BusinessOrganization', period: 'annual', price: 15_000, holder: 'organization' },
  h_u: { key: 'Enterprise', period: null, price: null, holder: 'both' },
};

type Switches = Omit<FeatureFlags, 'allowResourceCreation' | 'templatesQuota' | 'transactionsQuota' | 'billingPlanTemplatesQuota'>;

const essentials: Switches = {
  allowAdvancedFields: false,
  allowAPIAccess: false,
  allowAuditTrail: false,
  allowInPersonSigning: false,
  allowFieldsValidations: false,
  allowSignerReassignment: false,
  allowReminderNotifications: true,
  allowQualifiedCertTransactions: false,
  allowRemoteIdentityVerification: false,
  allowSmartCardTransactions: false,
  allowTrustedCertificates: false,
  allowBulkSending: false,
};
const business: Switches = {
  ...essentials,
  allowAdvancedFields: true,
  allowAPIAccess: true,
  allowAuditTrail: true,
  allowInPersonSigning: true,
  allowFieldsValidations: true,
  allowSignerReassignment: true,
  allowRemoteIdentityVerification: true,
  allowSmartCardTransactions: true,
};
const enterprise: Switches = { ...business, allowQualifiedCertTransactions: true, allowTrustedCertificates: true, allowBulkSending: true };

const gigabyte = 1_000_000_000;

/** Storage of an organization in bytes, per seat for plans with seats. A person's storage is a setting of the installation. */
export const organizationStorage: Readonly<Record<PlanKey, number>> = {
  Essentials: 10 * gigabyte,
  Business: 50 * gigabyte,
  BusinessOrganization: 50 * gigabyte,
  Enterprise: unlimited,
};

/** The contents of each plan. Quotas are totals; they are not renewed each period. */
export const planContents: Readonly<Record<PlanKey, { switches: Switches; transactions: number; templates: number }>> = {
  Essentials: { switches: essentials, transactions: 5, templates: 1 },
  Business: { switches: business, transactions: unlimited, templates: 5 },
  BusinessOrganization: { switches: business, transactions: unlimited, templates: 5 },
  Enterprise: { switches: enterprise, transactions: unlimited, templates: unlimited },
};
