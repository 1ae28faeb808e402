/** Changes to an account that its owner is told of at the address known before, and can take back. */
import { z } from 'zod';
import { isoTime } from '#contract/entities/common.ts';

export const accountChangeKinds = ['email', 'password', 'passkey', 'application', 'second_factor', 'second_factor_removed'] as const;
export type AccountChangeKind = (typeof accountChangeKinds)[number];

export const accountChange = z.object({
  kind: z.enum(accountChangeKinds),
  /** Where the mail went. */
  address: z.string(),
  changedAt: isoTime,
});
export type AccountChange = z.output<typeof accountChange>;
