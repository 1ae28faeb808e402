/** Account changes that are reported to the previously known address and can be reverted. */
import { z } from 'zod';
import { isoTime } from '#contract/entities/common.ts';

const accountChangeKinds = ['email', 'password', 'passkey', 'application', 'second_factor', 'second_factor_removed'] as const;
export type AccountChangeKind = (typeof accountChangeKinds)[number];

export const accountChange = z.object({
  kind: z.enum(accountChangeKinds),
  /** The address the mail was sent to. */
  address: z.string(),
  changedAt: isoTime,
});
export type AccountChange = z.output<typeof accountChange>;
