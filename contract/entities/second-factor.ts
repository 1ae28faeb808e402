/** The second factor, proven in addition to a password, a mailed code or another provider. */
import { z } from 'zod';
import { isoTime } from '#contract/entities/common.ts';

export const secondFactor = z.object({
  isOn: z.boolean(),
  since: isoTime.nullable(),
  recoveryCodesLeft: z.number().int(),
});
export type SecondFactor = z.output<typeof secondFactor>;

/** Shown once: `secret` in base32 for typing, and `uri` for a QR code. */
export const secondFactorSetup = z.object({ secret: z.string(), uri: z.string() });
export type SecondFactorSetup = z.output<typeof secondFactorSetup>;

export const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

/** Six digits or a recovery code; separators are allowed. */
export const factorCode = z.string().trim().min(6).max(40);
