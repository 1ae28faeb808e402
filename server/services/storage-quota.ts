/**
 * How much storage an account may use. A person's limit is a setting of the installation, an organization's follows from its plan.
 * The organizations of one owner that have no plan of their own share one limit: whoever makes another one gets no more.
 */
import type { StorageUsage } from '#contract/entities/storage.ts';
import { organizationStorage, unlimited } from '#contract/plans.ts';
import { sizes } from '#contract/limits.ts';
import type { Db, Tx } from '#server/adapters/database/database.ts';
import { AppError } from '#server/app/app-error.ts';
import type { Config } from '#server/app/config.ts';
import { lockKey } from '#server/repositories/lock.ts';
import { countActiveMembers, findOrganization, findOwned } from '#server/repositories/organizations.repository.ts';
import { countNow, usedBy } from '#server/repositories/storage-use.repository.ts';
import { findSubscriptions } from '#server/repositories/subscriptions.repository.ts';
import { keyOf } from './entitlements.ts';

/** Some accounts with one limit for all of them; null: none. */
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

  /** Without plans an organization may keep as much as its members might by themselves. */
  async function shareByMembers(db: Db | Tx, holders: readonly string[]): Promise<Share> {
    return { holders, allowed: ofPerson === null ? null : ofPerson * (await countActiveMembers(db, holders)) };
  }

  async function usage(db: Db | Tx, holder: string): Promise<StorageUsage> {
    const { holders, allowed } = await shareOf(db, holder);
    return { used: await usedBy(db, holders), allowed };
  }

  /** Refuses what would not fit now. Nothing is held: `reserve` decides. */
  async function assertRoom(db: Db | Tx, holder: string, bytes: number): Promise<void> {
    const { used, allowed } = await usage(db, holder);
    if (allowed !== null && used + bytes > allowed) throw new AppError('storage_exceeded', { used, allowed });
  }

  /** The bytes that are free, up to `most`; nobody else takes them until the database transaction ends, which has to count what it takes. */
  async function reserve(tx: Tx, holder: string, most: number): Promise<number> {
    const { holders, allowed } = await shareOf(tx, holder);
    if (allowed === null) return most;
    await lockHolders(tx, holders);
    const used = await usedBy(tx, holders);
    return Math.min(most, Math.max(0, allowed - used));
  }

  /** The same, all of it or a refusal. */
  async function take(tx: Tx, holder: string, bytes: number): Promise<void> {
    if ((await reserve(tx, holder, bytes)) < bytes) throw new AppError('storage_exceeded', await usage(tx, holder));
  }

  /** Refuses what this database transaction has added, if it is too much. */
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

/** Of accounts that share a limit, one at a time takes some of it. */
const lockHolders = (tx: Tx, holders: readonly string[]): Promise<void> => lockKey(tx, `storage/${holders.toSorted()[0]}`);
