/** Storage usage of an account. */
import { z } from 'zod';

/** Announced size of an upload in bytes. Rejected at once if it does not fit; the actual size is checked in any case. */
export const announcedSize = z.number().int().min(0).optional();

export const storageUsage = z.object({
  /** Bytes, including unused uploads and earlier versions. */
  used: z.number().int().min(0),
  /** Limit in bytes; null: unlimited. If organizations of one owner share it, `used` is their sum. */
  allowed: z.number().int().min(0).nullable(),
});
export type StorageUsage = z.output<typeof storageUsage>;

/** The share of the limit from which users are warned. */
export const nearlyFull = 0.9;
