/** Contacts in a user's address book (document 1 §3). */
import { z } from 'zod';
import { email, isoTime, objectId, phone } from '#contract/entities/common.ts';
import { lengths } from '#contract/limits/lengths.ts';

const name = z.string().trim().max(lengths.fullName).nullable().default(null).transform((value) => value || null);
const optionalEmail = z.union([email, z.literal('')]).nullable().default(null).transform((value) => value || null);
const optionalPhone = z.union([z.literal(''), phone]).nullable().default(null).transform((value) => value || null);

export const contactWrite = z.object({ id: objectId.optional(), email: optionalEmail, phone: optionalPhone, firstName: name, lastName: name });
export type ContactWrite = z.output<typeof contactWrite>;

export const contact = z.object({
  id: objectId,
  email: z.string().nullable(),
  phone: z.string().nullable(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  avatar: z.string().nullable(),
  createdAt: isoTime,
  updatedAt: isoTime,
});
export type Contact = z.output<typeof contact>;
