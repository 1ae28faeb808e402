import type { Db } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/app-error.ts';
import type { Caller } from '#server/services/caller.ts';
import { quotaSpaceOf, type Entitlements } from '#server/services/billing/entitlements.ts';
import { assertSupported, type CapabilityConfig } from '#server/services/transactions/capabilities.ts';
import type { Blueprint, UnsettledBlueprint } from './blueprint.ts';

interface SettlingDependencies {
  db: Db;
  entitlements: Entitlements;
  config: CapabilityConfig;
}

/** Settles the options by the plan of the caller. Throws if the plan or the installation has no such requests, or nobody could tell a code. */
export async function settleBlueprint({ db, entitlements, config }: SettlingDependencies, caller: Caller, drawn: UnsettledBlueprint, { inBulk = false } = {}): Promise<Blueprint> {
  const space = quotaSpaceOf(caller);
  const blueprint: Blueprint = { ...drawn, options: await entitlements.optionsFor(db, space, drawn.options) };
  const { options, recipients, files, granted, message } = blueprint;
  await entitlements.assertFeatures(db, space, { options: { ...options, allowBulkUsage: inBulk }, recipients, reminds: message.reminders !== null }, granted);
  for (const { fields, granted: grantedToFile } of files) await entitlements.assertFeatures(db, space, { fields }, grantedToFile);
  // Nobody would choose a code for each recipient.
  if (recipients.some((each) => each.requireAccessCode)) throw new AppError('feature_not_supported', { feature: 'requireAccessCode' });
  // A password can't be required: nobody would tell it to the recipients.
  assertSupported(config, { options, requirements: recipients.flatMap((each) => each.identityRequirements), impossible: ['requirePasswordProtection'] });
  return blueprint;
}
