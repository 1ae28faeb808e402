/** Storage usage of an account. */
import { z } from 'zod';

/** Announced size of an upload in bytes. Rejected at once if it does not fit; the actual size is checked in any case. */
export const announcedSize = z.number().int().min(0).optional();

/** SHA-256, lower-case hexadecimal. */
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/**
 * The version of which only the tail will be uploaded: the bytes that are appended to it. It must be the current one. `size`: the
 * announced size is then that of the tail.
 */
export const uploadBase = z.object({ size: z.number().int().min(1), hash: sha256 }).optional();
export type UploadBase = NonNullable<z.output<typeof uploadBase>>;

/** How the address of an upload of a tail names the version that it continues. */
export const uploadBaseQuery = z.object({ 'base-length': z.coerce.number().int().min(1).optional(), 'base-sha256': sha256.optional() });

export const storageUsage = z.object({
  /** Bytes, including unused uploads and earlier versions. */
  used: z.number().int().min(0),
  /** Limit in bytes; null: unlimited. If organizations of one owner share it, `used` is their sum. */
  allowed: z.number().int().min(0).nullable(),
});
export type StorageUsage = z.output<typeof storageUsage>;

/** The share of the limit from which users are warned. */
export const nearlyFull = 0.9;
