/** Images people sign with: signatures, initials, photos (document 1 §3). */
import { z } from 'zod';
import { isoTime, objectId } from '#contract/entities/common.ts';
import { fillTypes } from '#contract/entities/field.ts';

export const mediaTypes = ['signature', 'initials', 'photo'] as const;
export type MediaType = (typeof mediaTypes)[number];

export const mediaCreate = z.object({
  id: objectId.optional(),
  imageRef: z.string().min(1).max(128),
  type: z.enum(mediaTypes).default('signature'),
  fillType: z.enum(fillTypes).default('draw'),
});
export type MediaCreate = z.output<typeof mediaCreate>;

export const media = z.object({
  id: objectId,
  mediaId: objectId,
  type: z.enum(mediaTypes),
  imageRef: z.string(),
  imageUrl: z.string(),
  fillType: z.enum(fillTypes),
  default: z.boolean(),
  ownerId: objectId,
  origin: z.string().nullable().default(null),
  createdAt: isoTime,
  updatedAt: isoTime,
});
export type Media = z.output<typeof media>;
