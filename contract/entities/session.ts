/** Where somebody is signed in. */
import { z } from 'zod';
import { objectId } from '#contract/entities/common.ts';

export const deviceKinds = ['computer', 'phone', 'tablet', 'unknown'] as const;
export type DeviceKind = (typeof deviceKinds)[number];

/** Browser and system are what a client says of itself: a hint for people, never a proof. */
export const device = z.object({
  kind: z.enum(deviceKinds),
  browser: z.string().nullable(),
  system: z.string().nullable(),
});
export type Device = z.output<typeof device>;

export const ownSession = z.object({
  id: objectId,
  device,
  /** Shortened; null where it isn't known. */
  network: z.string().nullable(),
  signedInAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime(),
  /** It is the one that asks. */
  current: z.boolean(),
});
export type OwnSession = z.output<typeof ownSession>;
