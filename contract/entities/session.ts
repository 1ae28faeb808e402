/** Sessions of a user. */
import { z } from 'zod';
import { objectId } from '#contract/entities/common.ts';

const deviceKinds = ['computer', 'phone', 'tablet', 'unknown'] as const;
export type DeviceKind = (typeof deviceKinds)[number];

/** Browser and system come from the user agent: a hint for the user, not a proof. */
export const device = z.object({
  kind: z.enum(deviceKinds),
  browser: z.string().nullable(),
  system: z.string().nullable(),
});
export type Device = z.output<typeof device>;

export const ownSession = z.object({
  id: objectId,
  device,
  /** Truncated network address; null if unknown. */
  network: z.string().nullable(),
  signedInAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime(),
  /** When it ends, however much it is used. */
  endsAt: z.iso.datetime(),
  /** Whether it is the session of this request. */
  current: z.boolean(),
});
export type OwnSession = z.output<typeof ownSession>;
