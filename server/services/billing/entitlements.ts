/**
 * Entitlements: the features and quotas of people and organizations. Without billing, only what the installation can't do is
 * withheld.
 */
import type { FeatureFlags } from '#contract/entities/feature-flags.ts';
import type { Subscription } from '#contract/entities/billing.ts';
import type { OptionsInput, TransactionOptions } from '#contract/entities/transaction.ts';
import { combinePlanFlags, missingFeatures, usedFeatures, type Feature, type Featured, type PlanFlags } from '#contract/permissions/plan.permissions.ts';
import { defaultPlan, planContents, plans, seats, unlimited, type PlanKey } from '#contract/plans.ts';
import { counts } from '#contract/limits/counts.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/app-error.ts';
import { trustsOthers, type Config, type TrustConfig } from '#server/platform/config.ts';
import { lockKey } from '#server/repositories/lock.ts';
import { findOverrides, type Overrides } from '#server/repositories/feature-overrides.repository.ts';
import { findOrganization, findOrganizationsOf } from '#server/repositories/organizations.repository.ts';
import {
  findSubscription, findSubscriptions, findWaitingPayment, releaseQuota, consumeQuota, usedElsewhere, type Holder, type QuotaKind, type SubscriptionRow,
} from '#server/repositories/subscriptions.repository.ts';
import { findUserById, type User } from '#server/repositories/users.repository.ts';
import type { Caller } from '#server/services/caller.ts';
import { toSubscription } from './subscription-state.ts';

/** Who acts, and in which space: personal (`orgId` null) or an organization. */
export interface QuotaSpace {
  userId: string;
  orgId: string | null;
}

export const quotaSpaceOf = (caller: Caller): QuotaSpace => ({ userId: caller.userId, orgId: caller.organization?.id ?? null });

export type Entitlements = ReturnType<typeof createEntitlements>;

type Flags = Omit<FeatureFlags, 'allowResourceCreation'>;

const withoutBilling: Flags = {
  ...planContents.Enterprise.switches, templatesQuota: unlimited, transactionsQuota: unlimited, billingPlanTemplatesQuota: unlimited,
};

/** Features that need trusted certificates of other issuers; switched off if none are configured. */
const noTrust = { allowQualifiedCertTransactions: false, allowSmartCardTransactions: false, allowTrustedCertificates: false } as const;

export function createEntitlements(config: Pick<Config, 'billing'> & TrustConfig) {
  const here = (flags: Flags): Flags => (trustsOthers(config) ? flags : { ...flags, ...noTrust });
  const { enabled, companyDomains } = config.billing;
  const isCompany = (user: Pick<User, 'email' | 'email_verified'> | undefined): boolean =>
    Boolean(user?.email && user.email_verified && companyDomains.includes(user.email.split('@').at(-1) ?? ''));

  async function ofUser(db: Db | Tx, user: User): Promise<FeatureFlags> {
    const subscription = enabled ? await findSubscription(db, user.id) : undefined;
    return from(user, subscription, (await findOverrides(db, [user.id]))(user.id));
  }

  /** Computes a user's feature flags from rows that are already loaded. */
  function from(user: User, subscription: SubscriptionRow | undefined, overrides: Overrides): FeatureFlags {
    const flags = here(enabled ? flagsOf(subscription, isCompany(user)) : withoutBilling);
    // Guests can only sign.
    return { ...flags, ...overrides, allowResourceCreation: user.type === 'user' };
  }

  /** Flags of organizations for a viewer. A viewer with an address of a company domain has every feature in organizations too. */
  async function ofOrganizations(db: Db | Tx, ids: readonly string[], viewerId: string): Promise<(id: string) => { flags: FeatureFlags; subscription: Subscription | null }> {
    const rows = enabled ? await findSubscriptions(db, ids) : [];
    const elsewhere = await usedElsewhere(db, enabled ? ids : []);
    const overridesOf = await findOverrides(db, ids);
    const hasEverything = companyDomains.length > 0 && isCompany(await findUserById(db, viewerId));
    return (id) => {
      const row = rows.find((each) => each.holder_id === id);
      const flags = here(enabled ? flagsOf(row, hasEverything, (kind) => elsewhere(id, kind)) : withoutBilling);
      return { flags: { ...flags, ...overridesOf(id), allowResourceCreation: true }, subscription: enabled ? toSubscription(row) : null };
    };
  }

  /**
   * Whose quota is used. In the personal space: the user's. In an organization: the organization's; for its owner, their own
   * first and then the organization's.
   */
  async function holdersOf(db: Db | Tx, { userId, orgId }: QuotaSpace): Promise<[Holder, ...Holder[]]> {
    const own: Holder = { id: userId, type: 'person' };
    if (orgId === null) return [own];
    const organization = await findOrganization(db, orgId);
    const its: Holder = { id: orgId, type: 'organization' };
    return organization?.owner_id === userId ? [own, its] : [its];
  }

  const hasNoQuota = async (db: Db | Tx, space: QuotaSpace): Promise<boolean> => !enabled || isCompany(await findUserById(db, space.userId));

  /** The organizations of one owner share the free plan, so another organization adds no quota. */
  async function usedBesides(db: Db | Tx, { orgId }: QuotaSpace, holder: Holder, row: SubscriptionRow | undefined, kind: QuotaKind): Promise<number> {
    if (holder.type === 'person' || orgId === null || keyOf(row) !== plans[defaultPlan].key) return 0;
    const owner = (await findOrganization(db, orgId))?.owner_id;
    // Two organizations of one owner must not both use the rest of the quota.
    if (db.isTransaction) await lockKey(db as Tx, `quotas/${owner}`);
    return (await usedElsewhere(db, [orgId]))(orgId, kind);
  }

  /** Uses one unit, or throws `limit_exceeded`. Runs in the transaction of the action, so that a failed action costs nothing. */
  async function consume(tx: Tx, space: QuotaSpace, kind: QuotaKind): Promise<void> {
    if (await hasNoQuota(tx, space)) return;
    for (const holder of await holdersOf(tx, space)) {
      const row = await findSubscription(tx, holder.id);
      const limit = limitOf(row, kind);
      if (limit < 0 || (await consumeQuota(tx, holder, kind, limit - (await usedBesides(tx, space, holder, row, kind))))) return;
    }
    throw new AppError('limit_exceeded', { quota: kind });
  }

  /** Throws `limit_exceeded` early if no unit is left. */
  async function assertLeft(db: Db | Tx, space: QuotaSpace, kind: QuotaKind): Promise<void> {
    if (await hasNoQuota(db, space)) return;
    for (const holder of await holdersOf(db, space)) {
      const row = await findSubscription(db, holder.id);
      if (leftOf(row, kind, await usedBesides(db, space, holder, row, kind)) !== 0) return;
    }
    throw new AppError('limit_exceeded', { quota: kind });
  }

  async function release(tx: Tx, space: QuotaSpace, kind: QuotaKind): Promise<void> {
    if (await hasNoQuota(tx, space)) return;
    for (const holder of await holdersOf(tx, space)) if (await releaseQuota(tx, holder.id, kind)) return;
  }

  /** Returns the used features that no plan of the space includes. */
  async function missing(db: Db | Tx, space: QuotaSpace, what: Featured): Promise<Feature[]> {
    if (usedFeatures(what).length === 0 || (await hasNoQuota(db, space))) return [];
    const [first, ...others] = await holdersOf(db, space);
    return missingOf(db, [first.id, ...others.map(({ id }) => id)], what);
  }

  /** Returns the used features that no plan of these holders includes. */
  async function missingOf(db: Db | Tx, [first, ...others]: readonly [string, ...string[]], what: Featured): Promise<Feature[]> {
    const overridesOf = await findOverrides(db, [first, ...others]);
    const flagsOfHolder = async (id: string): Promise<PlanFlags> => ({ ...planFlags(await findSubscription(db, id)), ...overridesOf(id), allowResourceCreation: true });
    return missingFeatures(what, combinePlanFlags([await flagsOfHolder(first), ...(await Promise.all(others.map(flagsOfHolder)))]));
  }

  /** Throws `permission_denied` with the features that no plan of the space includes. Features in `granted` are allowed. */
  async function assertFeatures(db: Db | Tx, space: QuotaSpace, what: Featured, granted: readonly string[] = []): Promise<void> {
    const refused = (await missing(db, space, what)).filter((feature) => !granted.includes(feature));
    if (refused.length > 0) throw new AppError('permission_denied', { features: refused });
  }

  /** For actions outside any space: the user's own plan, or that of one of their organizations, must include the features. */
  async function assertAnywhere(db: Db | Tx, userId: string, what: Featured): Promise<void> {
    if (await hasNoQuota(db, { userId, orgId: null })) return;
    const organizations = await findOrganizationsOf(db, userId);
    const features = await missingOf(db, [userId, ...organizations.map(({ id }) => id)], what);
    if (features.length > 0) throw new AppError('permission_denied', { features });
  }

  /** Returns the used features that stay allowed whatever the plan includes later: those it includes now and those in `granted`. */
  async function grantedFeatures(db: Db | Tx, space: QuotaSpace, what: Featured, granted: readonly string[] = []): Promise<Feature[]> {
    const lacking = await missing(db, space, what);
    return usedFeatures(what).filter((feature) => granted.includes(feature) || !lacking.includes(feature));
  }

  /** Resolves the options of a new transaction. An unset audit option is on if a plan of the space includes audits. */
  async function optionsFor(db: Db | Tx, space: QuotaSpace, options: OptionsInput): Promise<TransactionOptions> {
    const { includeFileAudit } = options;
    return { ...options, includeFileAudit: includeFileAudit ?? (await missing(db, space, { options: { includeFileAudit: true } })).length === 0 };
  }

  /** Returns the maximum number of members: the paid seats, or fewer if a pending payment reduces them. */
  async function seatsOf(db: Db | Tx, orgId: string): Promise<number> {
    if (!enabled) return counts.organizationMembers;
    const [row, waiting] = [await findSubscription(db, orgId), await findWaitingPayment(db, orgId)];
    const bought = row && keyOf(row) === 'BusinessOrganization' ? Math.min(row.quantity, seats.maximum) : counts.organizationMembers;
    return Math.min(bought, waiting?.quantity ?? bought);
  }

  return { ofUser, from, ofOrganizations, consume, assertLeft, release, assertFeatures, assertAnywhere, grantedFeatures, optionsFor, seatsOf, enabled };
}

/** The plan in effect today; the default plan if the subscription is not active. */
export const keyOf = (row: SubscriptionRow | undefined): PlanKey => {
  const holds = row !== undefined && ['active', 'trialing', 'past_due'].includes(row.status);
  return plans[holds ? row.plan : defaultPlan].key;
};

const limitOf = (row: SubscriptionRow | undefined, kind: QuotaKind): number => planContents[keyOf(row)][kind];

function leftOf(row: SubscriptionRow | undefined, kind: QuotaKind, besides = 0): number {
  const limit = limitOf(row, kind);
  return limit < 0 ? unlimited : Math.max(0, limit - (row?.[`${kind}_used`] ?? 0) - besides);
}

const noneBesides = (): number => 0;

const planFlags = (row: SubscriptionRow | undefined, besides: (kind: QuotaKind) => number = noneBesides): Flags => ({
  ...planContents[keyOf(row)].switches,
  templatesQuota: leftOf(row, 'templates', keyOf(row) === plans[defaultPlan].key ? besides('templates') : 0),
  transactionsQuota: leftOf(row, 'transactions', keyOf(row) === plans[defaultPlan].key ? besides('transactions') : 0),
  billingPlanTemplatesQuota: limitOf(row, 'templates'),
});

const flagsOf = (row: SubscriptionRow | undefined, company: boolean, besides?: (kind: QuotaKind) => number): Flags => (company ? withoutBilling : planFlags(row, besides));
