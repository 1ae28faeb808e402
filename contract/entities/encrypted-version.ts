/** Versions of an end-to-end encrypted transaction (0085), as far as the server can read them. */
import { z } from 'zod';
import { isoTime, objectId } from '#contract/entities/common.ts';

/** The type of an encrypted version in the storage and in transit. */
export const encryptedMime = 'application/octet-stream';

/** The start of an encrypted version: magic with the number of the format, length, size of segments, transaction, version, digest of the version before, salt. */
export const encryptedHeader = { magic: 'CSE1', idLength: 12, digestLength: 32, transactionAt: 9, versionAt: 21, previousAt: 25, slotsAt: 89 } as const;

export const encryptedVersion = z.object({
  /** From 1: what the sender sent. */
  version: z.number().int().min(1),
  /** Who signed it; null for the sender's. */
  recipientId: objectId.nullable(),
  /** Bytes of the encrypted version. */
  size: z.number().int(),
  createdAt: isoTime,
});
export type EncryptedVersionEntry = z.output<typeof encryptedVersion>;
