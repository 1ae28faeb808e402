/** The data of a signature in a document (document 1 §3). */
import { z } from 'zod';
import { isoTime } from '#contract/entities/common.ts';

const signatureState = z.object({
  type: z.string().max(64),
  text: z.string().max(1024).optional(),
  data: z.record(z.string(), z.unknown()).optional(),
  date: isoTime.optional(),
});

const signatureInfo = z.object({
  id: z.string().max(256),
  date: isoTime.nullable(),
  altName: z.string().max(512).nullable().default(null),
  firstName: z.string().max(256).nullable().default(null),
  secondName: z.string().max(256).nullable().default(null),
  organizationName: z.string().max(512).nullable().default(null),
  signatureType: z.string().max(64),
  serialNumber: z.string().max(256).nullable().default(null),
  states: z.array(signatureState).max(64).default([]),
  email: z.string().max(254).nullable().default(null),
  linkedAnnotations: z.array(z.string().max(256)).max(10_000).default([]),
  timestampSerial: z.string().max(256).nullable().default(null),
  userId: z.string().max(64).nullable().default(null),
  transactionId: z.string().max(64).nullable().default(null),
});
export type SignatureInfo = z.output<typeof signatureInfo>;

/** A signature that a recipient claims to have appended. All properties are optional, because each missing one has its own error code. */
export const appendedSignature = signatureInfo.partial();
export type AppendedSignature = z.output<typeof appendedSignature>;
