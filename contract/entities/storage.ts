/** How much of its storage an account uses. */
import { z } from 'zod';

/** Bytes of a body that is to be uploaded. Refused at once if there is no room; the upload itself is measured anyway. */
export const announcedSize = z.number().int().min(0).optional();

export const storageUsage = z.object({
  /** Bytes, unused uploads and earlier versions included. */
  used: z.number().int().min(0),
  /** Null where there is no limit. Organizations of one owner may share it: then `used` is that of all of them. */
  allowed: z.number().int().min(0).nullable(),
});
export type StorageUsage = z.output<typeof storageUsage>;

/** From here on people are warned. */
export const nearlyFull = 0.9;
