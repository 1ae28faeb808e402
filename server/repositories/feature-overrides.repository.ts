import type { FeatureFlags } from '#contract/entities/feature-flags.ts';
import { anyOf } from '#server/platform/database/any-of.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';

/** Feature flags that an operator can override independently of the plan. Quotas can't be overridden. */
export const overridableFlags = [
  'allowAdvancedFields', 'allowAPIAccess', 'allowAuditTrail', 'allowInPersonSigning', 'allowFieldsValidations', 'allowSignerReassignment',
  'allowReminderNotifications', 'allowBulkSending', 'allowRemoteIdentityVerification', 'allowSmartCardTransactions', 'allowQualifiedCertTransactions',
  'allowTrustedCertificates',
] as const satisfies readonly (keyof FeatureFlags)[];
export type OverridableFlag = (typeof overridableFlags)[number];
export type Overrides = Partial<Record<OverridableFlag, boolean>>;

export async function findOverrides(db: Db | Tx, holderIds: readonly string[]): Promise<(id: string) => Overrides> {
  const rows = holderIds.length === 0 ? [] : await db.selectFrom('feature_overrides').selectAll().where('holder_id', '=', anyOf(holderIds)).execute();
  return (id) => Object.fromEntries(rows.filter((row) => row.holder_id === id).map(({ flag, value }) => [flag, value]));
}

/** Null removes the override, so that the plan decides again. */
export async function setOverride(tx: Tx, holderId: string, flag: OverridableFlag, value: boolean | null): Promise<void> {
  await tx.deleteFrom('feature_overrides').where('holder_id', '=', holderId).where('flag', '=', flag).execute();
  if (value !== null) await tx.insertInto('feature_overrides').values({ holder_id: holderId, flag, value }).execute();
}
