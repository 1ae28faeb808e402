/** Rejects requests for what this installation can't do, instead of ignoring them. */
import type { IdentityRequirement } from '#contract/entities/identity-check.ts';
import type { TransactionOptions } from '#contract/entities/transaction.ts';
import { AppError } from '#server/platform/app-error.ts';
import { trustsOthers, type Config, type TrustConfig } from '#server/platform/config.ts';

export type CapabilityConfig = TrustConfig & Pick<Config, 'identityChecker'>;

/** Options that need certificates of other trusted issuers. */
const needTrust = ['requireQualifiedCertificate', 'requireSmartCard'] as const satisfies readonly (keyof TransactionOptions)[];

interface Wish {
  options: TransactionOptions;
  requirements: readonly IdentityRequirement[];
  /** Options that make no sense in the context of the request. */
  impossible: readonly (keyof TransactionOptions)[];
}

export function assertSupported(config: CapabilityConfig, { options, requirements, impossible }: Wish): void {
  const missing = [...impossible, ...(trustsOthers(config) ? [] : needTrust)].filter((option) => options[option]);
  const visits = config.identityChecker === null && requirements.includes('third_party');
  if (missing.length > 0 || visits) throw new AppError('feature_not_supported', { options: missing, requirements: visits ? ['third_party'] : [] });
}
