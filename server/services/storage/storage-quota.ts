/**
 * Storage quotas. A person's limit is a setting of the installation; an organization's follows from its plan. Organizations of
 * one owner without a plan of their own share one limit, so another organization adds none.
 */
import type { StorageUsage } from '#contract/entities/storage.ts';
import { organizationStorage, unlimited } from '#contract/plans.ts';
import { sizes } from '#contract/limits/sizes.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/app-error.ts';
import type { Config } from '#server/platform/config.ts';
import { lockKey } from '#server/repositories/lock.ts';
import { countActiveMembers, findOrganization, findOwned } from '#server/repositories/organizations.repository.ts';
import { countNow, usedBy } from '#server/repositories/storage-use.repository.ts';
import { findSubscriptions } from '#server/repositories/subscriptions.repository.ts';
import { keyOf } from '#server/services/billing/entitlements.ts';

/** Accounts that share one limit, in bytes; null: unlimited. */
interface Share {
  holders: readonly string[];
  allowed: number | null;
}

export type StorageQuota = ReturnType<typeof createStorageQuota>;

export function createStorageQuota({ limits, billing }: Pick<Config, 'limits' | 'billing'>) {
  const ofPerson = limits.storagePerPerson;

  async function shareOf(db: Db | Tx, holder: string): Promise<Share> {
    if (holder.startsWith('signing/')) return { holders: [holder], allowed: ofPerson === null ? null : Math.max(ofPerson, 2 * (limits.maxFileSize + sizes.file)) };
    const organization = await findOrganization(db, holder);
    if (!organization) return { holders: [holder], allowed: ofPerson };
    return billing.enabled ? shareByPlan(db, organization) : shareByMembers(db, await findOwned(db, organization.owner_id));
  }

  async function shareByPlan(db: Db | Tx, { id, owner_id: ownerId }: { id: string; owner_id: string }): Promise<Share> {
    const owned = await findOwned(db, ownerId);
    const subscriptions = await findSubscriptions(db, owned);
    const rowOf = (each: string) => subscriptions.find((row) => row.holder_id === each);
    const key = keyOf(rowOf(id));
    const holders = key === 'Essentials' ? owned.filter((each) => keyOf(rowOf(each)) === 'Essentials') : [id];
    const perSeat = organizationStorage[key];
    const seats = key === 'BusinessOrganization' ? (rowOf(id)?.quantity ?? 1) : 1;
    return { holders, allowed: perSeat === unlimited ? null : perSeat * seats };
  }

  /** Without plans, an organization's limit is the sum of its active members' limits. */
  async function shareByMembers(db: Db | Tx, holders: readonly string[]): Promise<Share> {
    return { holders, allowed: ofPerson === null ? null : ofPerson * (await countActiveMembers(db, holders)) };
  }

  async function usage(db: Db | Tx, holder: string): Promise<StorageUsage> {
    const { holders, allowed } = await shareOf(db, holder);
    return { used: await usedBy(db, holders), allowed };
  }

  /** Throws `storage_exceeded` if the bytes do not fit now. Reserves nothing; `reserve` decides. */
  async function assertRoom(db: Db | Tx, holder: string, bytes: number): Promise<void> {
    const { used, allowed } = await usage(db, holder);
    if (allowed !== null && used + bytes > allowed) throw new AppError('storage_exceeded', { used, allowed });
  }

  /**
   * Returns the free bytes, at most `most`, and locks the quota until the database transaction ends. The caller must record what
   * it uses in that transaction.
   */
  async function reserve(tx: Tx, holder: string, most: number): Promise<number> {
    const { holders, allowed } = await shareOf(tx, holder);
    if (allowed === null) return most;
    await lockHolders(tx, holders);
    const used = await usedBy(tx, holders);
    return Math.min(most, Math.max(0, allowed - used));
  }

  /** Like `reserve`, but throws unless all bytes are free. */
  async function take(tx: Tx, holder: string, bytes: number): Promise<void> {
    if ((await reserve(tx, holder, bytes)) < bytes) throw new AppError('storage_exceeded', await usage(tx, holder));
  }

  /** Throws if the changes of this database transaction exceed the limit. */
  async function assertWithin(tx: Tx, holder: string): Promise<void> {
    const { holders, allowed } = await shareOf(tx, holder);
    if (allowed === null) return;
    await lockHolders(tx, holders);
    await countNow(tx);
    const used = await usedBy(tx, holders);
    if (used > allowed) throw new AppError('storage_exceeded', { used, allowed });
  }

  return { usage, assertRoom, reserve, take, assertWithin };
}

/** Accounts with a shared limit use one lock. */
const lockHolders = (tx: Tx, holders: readonly string[]): Promise<void> => lockKey(tx, `storage/${holders.toSorted()[0]}`);
