/**
 * What people and organizations may use, and how much of it is left. Without billing nothing is held back
 * but what this installation can't do.
 */
import type { FeatureFlags } from '#contract/entities/feature-flags.ts';
import type { Subscription } from '#contract/entities/billing.ts';
import { missingFeatures, type Featured } from '#contract/permissions/plan.permissions.ts';
import { defaultPlan, planContents, plans, seats, unlimited, type PlanKey } from '#contract/plans.ts';
import { counts } from '#contract/limits.ts';
import type { Db, Tx } from '#server/adapters/database/database.ts';
import { AppError } from '#server/app/app-error.ts';
import type { Config } from '#server/app/config.ts';
import { findOverrides, type Overrides } from '#server/repositories/feature-overrides.repository.ts';
import { findOrganization } from '#server/repositories/organizations.repository.ts';
import {
  findSubscription, findSubscriptions, giveOneBack, takeOne, type Holder, type QuotaKind, type SubscriptionRow,
} from '#server/repositories/subscriptions.repository.ts';
import { findUserById, type User } from '#server/repositories/users.repository.ts';
import type { Caller } from './caller.ts';
import { toSubscription } from './subscription-state.ts';

/** In which space something is done, and by whom. */
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

/** What no plan can give, because nobody else's certificates are trusted here. */
const noTrust = { allowQualifiedCertTransactions: false, allowSmartCardTransactions: false, allowTrustedCertificates: false } as const;

export function createEntitlements(config: Pick<Config, 'billing' | 'trustedCertificates'>) {
  const here = (flags: Flags): Flags => (config.trustedCertificates.length === 0 ? { ...flags, ...noTrust } : flags);
  const { enabled, companyDomains } = config.billing;
  const isCompany = (user: Pick<User, 'email' | 'email_verified'> | undefined): boolean =>
    Boolean(user?.email && user.email_verified && companyDomains.includes(user.email.split('@').at(-1) ?? ''));

  async function ofUser(db: Db | Tx, user: User): Promise<FeatureFlags> {
    const subscription = enabled ? await findSubscription(db, user.id) : undefined;
    return from(user, subscription, (await findOverrides(db, [user.id]))(user.id));
  }

  /** What somebody has, as it follows from what is known of them. */
  function from(user: User, subscription: SubscriptionRow | undefined, overrides: Overrides): FeatureFlags {
    const flags = here(enabled ? flagsOf(subscription, isCompany(user)) : withoutBilling);
    // Guests only sign.
    return { ...flags, ...overrides, allowResourceCreation: user.type === 'user' };
  }

  async function ofOrganizations(db: Db | Tx, ids: readonly string[]): Promise<(id: string) => { flags: FeatureFlags; subscription: Subscription | null }> {
    const rows = enabled ? await findSubscriptions(db, ids) : [];
    const overridesOf = await findOverrides(db, ids);
    return (id) => {
      const row = rows.find((each) => each.holder_id === id);
      const flags = here(enabled ? flagsOf(row, false) : withoutBilling);
      return { flags: { ...flags, ...overridesOf(id), allowResourceCreation: true }, subscription: enabled ? toSubscription(row) : null };
    };
  }

  /** Whose quota it is: one's own, unless one works in somebody else's organization. In one's own organization its plan helps out. */
  async function holdersOf(db: Db | Tx, { userId, orgId }: QuotaSpace): Promise<Holder[]> {
    const own: Holder = { id: userId, type: 'person' };
    if (orgId === null) return [own];
    const organization = await findOrganization(db, orgId);
    const its: Holder = { id: orgId, type: 'organization' };
    return organization?.owner_id === userId ? [own, its] : [its];
  }

  const hasNoQuota = async (db: Db | Tx, space: QuotaSpace): Promise<boolean> => !enabled || isCompany(await findUserById(db, space.userId));

  /** Takes one, or refuses: `limit_exceeded`. In the transaction of the act itself, so that a refused act costs nothing. */
  async function consume(tx: Tx, space: QuotaSpace, kind: QuotaKind): Promise<void> {
    if (await hasNoQuota(tx, space)) return;
    for (const holder of await holdersOf(tx, space)) {
      const limit = limitOf(await findSubscription(tx, holder.id), kind);
      if (limit < 0 || (await takeOne(tx, holder, kind, limit))) return;
    }
    throw new AppError('limit_exceeded', { quota: kind });
  }

  /** Refuses what could not be finished anyway. */
  async function assertLeft(db: Db | Tx, space: QuotaSpace, kind: QuotaKind): Promise<void> {
    if (await hasNoQuota(db, space)) return;
    for (const holder of await holdersOf(db, space)) {
      if (leftOf(await findSubscription(db, holder.id), kind) !== 0) return;
    }
    throw new AppError('limit_exceeded', { quota: kind });
  }

  async function giveBack(tx: Tx, space: QuotaSpace, kind: QuotaKind): Promise<void> {
    if (await hasNoQuota(tx, space)) return;
    for (const holder of await holdersOf(tx, space)) if (await giveOneBack(tx, holder.id, kind)) return;
  }

  /** Refuses features that no plan of the space holds: `permission_denied`, naming them. */
  async function assertFeatures(db: Db | Tx, space: QuotaSpace, what: Featured): Promise<void> {
    if (await hasNoQuota(db, space)) return;
    const holders = await holdersOf(db, space);
    const overridesOf = await findOverrides(db, holders.map(({ id }) => id));
    const rows = await Promise.all(holders.map(async ({ id }) => ({ id, row: await findSubscription(db, id) })));
    const lacking = rows.map(({ id, row }) => missingFeatures(what, { ...planFlags(row), ...overridesOf(id), allowResourceCreation: true }));
    const [fewest = []] = lacking.toSorted((a, b) => a.length - b.length);
    if (fewest.length > 0) throw new AppError('permission_denied', { features: fewest });
  }

  /** How many members an organization may have. */
  async function seatsOf(db: Db | Tx, orgId: string): Promise<number> {
    const row = enabled ? await findSubscription(db, orgId) : undefined;
    return row && keyOf(row) === 'BusinessOrganization' ? Math.min(row.quantity, seats.maximum) : counts.organizationMembers;
  }

  return { ofUser, from, ofOrganizations, consume, assertLeft, giveBack, assertFeatures, seatsOf, enabled };
}

/** What a subscription stands for today. */
const keyOf = (row: SubscriptionRow | undefined): PlanKey => {
  const holds = row !== undefined && ['active', 'trialing', 'past_due'].includes(row.status);
  return plans[holds ? row.plan : defaultPlan].key;
};

const limitOf = (row: SubscriptionRow | undefined, kind: QuotaKind): number => planContents[keyOf(row)][kind];

function leftOf(row: SubscriptionRow | undefined, kind: QuotaKind): number {
  const limit = limitOf(row, kind);
  return limit < 0 ? unlimited : Math.max(0, limit - (row?.[`${kind}_used`] ?? 0));
}

const planFlags = (row: SubscriptionRow | undefined): Flags => ({
  ...planContents[keyOf(row)].switches,
  templatesQuota: leftOf(row, 'templates'),
  transactionsQuota: leftOf(row, 'transactions'),
  billingPlanTemplatesQuota: limitOf(row, 'templates'),
});

const flagsOf = (row: SubscriptionRow | undefined, company: boolean): Flags => (company ? withoutBilling : planFlags(row));
