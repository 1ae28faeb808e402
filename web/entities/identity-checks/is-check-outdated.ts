import type { Recipient } from '#contract/entities/recipient.ts';
import { toAppError } from '#web/services/app-error.ts';

/**
 * Whether a refused signing means that the state of the identity check is outdated here, so that the transaction is fetched again.
 * While the check is pending, the refusal is expected (document 3 §8.3).
 */
export const isCheckOutdated = (failure: unknown, recipient: Pick<Recipient, 'identityValidationStatus'> | null): boolean =>
  toAppError(failure).code === 'identity_not_verified' && recipient?.identityValidationStatus !== 'pending';
